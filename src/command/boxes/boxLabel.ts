import Papa from 'papaparse';
import type { SceneNames } from 'slabtree';
import { abridged, escaped } from '../text/showText';

/** What a box is called, for a person: `Crate`, or `Lamp, instance 3`; undefined where it has no name. */
export function boxLabel(names: SceneNames, id: number): string | undefined {
  return labelOf(names, id, abridged);
}

/** What a box is called as a field of a CSV, however long it is; empty where it has no name. */
export function labelField(names: SceneNames, id: number): string {
  return Papa.unparse([[labelOf(names, id, escaped) ?? '']]);
}

function labelOf(names: SceneNames, id: number, show: (name: string) => string): string | undefined {
  const name = names.nameOf(id);
  if (name === undefined) return undefined;
  const instance = names.instanceOf(id);
  return instance === undefined ? show(name) : `${show(name)}, instance ${instance}`;
}
