import Papa from 'papaparse';
import { escaped, shortened } from '../text/showText';

/** What boxes are called: the names of a scene, or those of some hits. */
export interface BoxNames {
  nameOf: (id: number) => string | undefined;
  instanceOf: (id: number) => number | undefined;
}

/** The name of a box, for people: `Crate`, or `Lamp, instance 3`. A long name is cut. Undefined if the box has no name. */
export function boxLabel(names: BoxNames, id: number): string | undefined {
  return labelOf(names, id, shortened);
}

/** The name of a box as a field of a CSV, in full. Empty if the box has no name. */
export function labelField(names: BoxNames, id: number): string {
  return Papa.unparse([[labelOf(names, id, escaped) ?? '']]);
}

function labelOf(names: BoxNames, id: number, show: (name: string) => string): string | undefined {
  const name = names.nameOf(id);
  if (name === undefined) return undefined;
  const instance = names.instanceOf(id);
  return instance === undefined ? show(name) : `${show(name)}, instance ${instance}`;
}
