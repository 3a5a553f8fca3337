import { type BoxNames, labelField } from '../boxes/boxNames';
import type { RowNumbers } from '../input/rowKind';
import { readRays, type RowBlock } from '../rays/readRays';
import type { BadRow } from '../text/errors';
import { readPoints } from './readPoints';
import type { AnyScene, FoundBox } from './withScene';

/** What is answered about each row of a file: the options of the query, and the columns of the answers. */
export interface RowChoice {
  options: object;
  names?: boolean;
  triangles?: boolean;
}

/** A query that is made for each row of a file, such as a point or a ray. */
interface RowQuery {
  read: (block: RowBlock) => RowNumbers;
  /** How many numbers a row has. */
  stride: number;
  header: (choice: RowChoice) => string;
  /** Returns the line that answers a row. @param names the names of a scene file. Null for answers that have names. */
  line: (scene: AnyScene, row: Float64Array, choice: RowChoice, names: BoxNames | null) => Promise<string>;
}

/** The box nearest to each point: `id,distance` or `id,name,distance,triangle`. If there is none, the id is -1. */
const nearest: RowQuery = {
  read: readPoints,
  stride: 3,
  header: ({ names, triangles }) =>
    `id,${names === true ? 'name,' : ''}distance${triangles === true ? ',triangle' : ''}\n`,
  line: async (scene, [x, y, z], { options, names: withNames, triangles }, names) => {
    const found = (await scene.nearest({ x, y, z }, options)).at(0);
    const { id, distance, triangle } = found ?? { id: -1, distance: Infinity, triangle: -1 };
    const name = withNames === true ? `${nameField(found, names)},` : '';
    return `${id},${name}${distance}${triangles === true ? `,${triangle}` : ''}\n`;
  },
};

/** Whether each ray hits anything: `true` or `false`. */
const raycastAny: RowQuery = {
  read: readRays,
  stride: 6,
  header: () => 'hit\n',
  line: async (scene, [x, y, z, dx, dy, dz], { options }) => {
    const ray = { origin: { x, y, z }, direction: { x: dx, y: dy, z: dz } };
    return `${await scene.raycastAny(ray, options)}\n`;
  },
};

const rowQueries = { nearest, raycastAny };

export type RowQueryName = keyof typeof rowQueries;

/** The answers to the rows of a block. */
export interface BlockAnswers {
  answers: Uint8Array<ArrayBuffer>;
  /** What is wrong with the first row that is not valid. Null if all rows are answered. */
  badRow: BadRow | null;
}

/** How many rows are under way at once. In a file of tiles, rows that wait for the same tile share its read. */
const ROWS_AT_ONCE = 256;

/**
 * Answers the rows of a block.
 *
 * @param names the names of a scene file. Null without names, and for a file of tiles, whose answers have names.
 */
export async function answerBlock(
  name: RowQueryName,
  scene: AnyScene,
  names: BoxNames | null,
  block: RowBlock,
  choice: RowChoice,
): Promise<BlockAnswers> {
  const { read, stride, header, line } = rowQueries[name];
  const { numbers, badRow } = read(block);
  let text = block.hasHeader ? header(choice) : '';
  for (let at = 0; at < numbers.length; at += ROWS_AT_ONCE * stride) {
    const some = numbers.subarray(at, at + ROWS_AT_ONCE * stride);
    const rows = Array.from({ length: some.length / stride }, (_, i) => some.subarray(i * stride, (i + 1) * stride));
    text += (await Promise.all(rows.map((row) => line(scene, row, choice, names)))).join('');
  }
  return { answers: new TextEncoder().encode(text), badRow };
}

function nameField(found: FoundBox | undefined, names: BoxNames | null): string {
  if (found === undefined) return '';
  const own: BoxNames = { nameOf: () => found.name ?? undefined, instanceOf: () => undefined };
  return labelField(names ?? own, found.id);
}
