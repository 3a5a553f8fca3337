import Papa from 'papaparse';
import type { SceneNames } from 'slabtree';

/** What would end a line, or change what a terminal shows. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** What a box is called, on one line: `Crate`, or `Lamp, instance 3`; undefined where it has no name. */
export function boxLabel(names: SceneNames, id: number): string | undefined {
  const name = names.nameOf(id);
  if (name === undefined) return undefined;
  const instance = names.instanceOf(id);
  const shown = name.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return instance === undefined ? shown : `${shown}, instance ${instance}`;
}

/** A box's label as a field of a CSV, empty where it has no name. */
export function labelField(names: SceneNames, id: number): string {
  return Papa.unparse([[boxLabel(names, id) ?? '']]);
}
