import type { IdSet, MaskOption, Plane, SceneNames } from 'slabtree';
import { labelField } from '../boxes/boxLabel';
import { openScene } from '../input/openScene';
import { textOf } from '../text/answerText';
import { writeLines, writeOut } from '../output/standardOutput';

/** Prints how many boxes are on each side of a plane. */
export async function splitCounts(path: string, plane: Plane, options: MaskOption, isJson: boolean): Promise<void> {
  const { scene } = await openScene(path);
  const { front, crossing, back } = scene.split(plane, options);
  const counts = { front: front.size, crossing: crossing.size, back: back.size };
  await writeOut([isJson ? `${JSON.stringify(counts)}\n` : textOf(counts)]);
}

/**
 * Prints which side of a plane each box is on: a line `id,side` for each, by id.
 *
 * @param withNames whether the names of the boxes follow their ids.
 */
export async function splitIds(path: string, plane: Plane, withNames: boolean, options: MaskOption): Promise<void> {
  const { scene, readNames } = await openScene(path);
  await writeLines(sideLines(Object.entries(scene.split(plane, options)), withNames ? readNames() : null));
}

/** @param sides each by its name. */
function* sideLines(sides: [string, IdSet][], names: SceneNames | null): Generator<string> {
  yield `id,${names === null ? '' : 'name,'}side\n`;
  const arrays = sides.map(([, set]) => set.toArray());
  const idLimit = arrays.reduce((limit, ids) => ids.reduce((most, id) => Math.max(most, id + 1), limit), 0);
  // 0 where there is no box with that id.
  const numbers = new Uint8Array(idLimit);
  for (const [side, ids] of arrays.entries()) for (const id of ids) numbers[id] = side + 1;
  for (let id = 0; id < idLimit; id++) {
    if (numbers[id] === 0) continue;
    const name = names === null ? '' : `${labelField(names, id)},`;
    yield `${id},${name}${sides[numbers[id] - 1][0]}\n`;
  }
}
