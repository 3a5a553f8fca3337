import type { Vec3 } from 'slabtree';
import { boxLabel, type BoxNames, labelField } from '../boxes/boxNames';
import { writeLines, writeOut } from '../output/standardOutput';
import { answerText, escaped, vec3Text } from '../text/showText';
import type { FoundBox, OpenedScene, OptionalColumns } from './withScene';

/** A box in an answer, with the triangle that was found, or -1 for a box. */
export interface FoundThing extends FoundBox {
  triangle: number;
}

/** How the answer of a query is printed. */
export interface Print<Thing> {
  /** The members of the answer that are printed, in order, besides the id, the name and the triangle. */
  members: readonly (keyof Thing & string)[];
  /** Whether the answer is a list, or at most one box. */
  isList: boolean;
  isJson: boolean;
  /** What is printed instead of one box if there is none. */
  none: string;
}

/**
 * Prints the boxes that a query found. A list is printed as a CSV with a header, where a vector takes three fields. An answer of at
 * most one box is printed as two columns of names and values.
 */
export async function printFound<Thing extends FoundThing>(
  found: readonly Thing[],
  { namesOf, columnsFor }: OpenedScene,
  { members, isList, isJson, none }: Print<Thing>,
): Promise<void> {
  const names = namesOf(found);
  if (isJson) {
    const values = found.map((thing) => jsonOf(thing, names));
    await writeOut([jsonLine(isList ? values : (values.at(0) ?? null))]);
  } else if (isList) {
    await writeLines(tableOf(found, members, names, columnsFor(found)));
  } else {
    const thing = found.at(0);
    await writeOut([thing === undefined ? `${none}\n` : textOf(thing, members, names)]);
  }
}

/** Returns a value as a line of JSON that is safe to print on a terminal. */
export function jsonLine(value: unknown): string {
  return `${escaped(JSON.stringify(value))}\n`;
}

/** Returns a box for JSON, with its name and the number of its instance. JSON leaves out members that are undefined. */
export function jsonOf(found: FoundBox, names: BoxNames): object {
  const { id, ...rest } = found;
  const values: Partial<FoundBox> = rest;
  delete values.name;
  delete values.tile;
  return { id, name: names.nameOf(id), instance: names.instanceOf(id), ...values };
}

function textOf<Thing extends FoundThing>(thing: Thing, members: Print<Thing>['members'], names: BoxNames): string {
  const { id, triangle } = thing;
  const name = boxLabel(names, id);
  return answerText({
    id,
    ...(name !== undefined && { name }),
    ...Object.fromEntries(members.map((member) => [member, shownOf(thing[member])])),
    ...(triangle >= 0 && { triangle }),
  });
}

function* tableOf<Thing extends FoundThing>(
  found: readonly Thing[],
  members: Print<Thing>['members'],
  names: BoxNames,
  { hasNames, hasTriangles }: OptionalColumns,
): Generator<string> {
  const columns = members.flatMap((member) =>
    VECTORS.includes(member) ? ['X', 'Y', 'Z'].map((axis) => member + axis) : [member],
  );
  yield `id,${hasNames ? 'name,' : ''}${columns.join()}${hasTriangles ? ',triangle' : ''}\n`;
  for (const thing of found) {
    const name = hasNames ? `${labelField(names, thing.id)},` : '';
    const values = members.map((member) => shownOf(thing[member])).join();
    yield `${thing.id},${name}${values}${hasTriangles ? `,${thing.triangle}` : ''}\n`;
  }
}

/** The members of answers that are vectors. */
const VECTORS: readonly string[] = ['point', 'normal', 'faceNormal'];

function shownOf(value: unknown): string {
  const isWord = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  return isWord ? String(value) : vec3Text(value as Vec3);
}
