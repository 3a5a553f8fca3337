import { type Command, Option } from 'commander';
import type { IdSet, MaskOption, Plane, SceneNames } from 'slabtree';
import { labelField } from '../boxes/boxLabel';
import { openScene } from '../input/openScene';
import { writeLines, writeOut } from '../output/standardOutput';
import { answerText } from '../text/answerText';
import { jsonOption, maskOption, namesOption, parsePlane, wrongUsage } from './options';

interface SplitOptions extends MaskOption {
  plane: Plane;
  ids?: boolean;
  names?: boolean;
  json?: boolean;
}

/** Adds `slabtree split` to the program. */
export function addSplit(program: Command): void {
  program
    .command('split')
    .description('count the boxes in front of a plane, those that cross or touch it, and those behind it')
    .argument('<scene>', 'a scene file, written by build')
    .addOption(
      new Option('--plane <a,b,c,d>', 'ax + by + cz + d = 0; a,b,c points to the front')
        .argParser(parsePlane)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--ids', 'print a line id,side for each box').conflicts('json'))
    .addOption(namesOption)
    .addOption(jsonOption)
    .addOption(maskOption)
    .action(async (path: string, given: SplitOptions, command: Command) => {
      const { plane, ids = false, names = false, json = false, ...options } = given;
      if (names && !ids) wrongUsage(command, '--names needs --ids');
      if (ids) await splitIds(path, plane, names, options);
      else await splitCounts(path, plane, options, json);
    });
}

/** Prints how many boxes are on each side of a plane. */
async function splitCounts(path: string, plane: Plane, options: MaskOption, isJson: boolean): Promise<void> {
  const { scene } = await openScene(path);
  const { front, crossing, back } = scene.split(plane, options);
  const counts = { front: front.size, crossing: crossing.size, back: back.size };
  await writeOut([isJson ? `${JSON.stringify(counts)}\n` : answerText(counts)]);
}

/** Prints a line `id,side` for each box, or `id,name,side` with names, in the order of the ids. */
async function splitIds(path: string, plane: Plane, withNames: boolean, options: MaskOption): Promise<void> {
  const { scene, readNames } = await openScene(path);
  await writeLines(sideLines(Object.entries(scene.split(plane, options)), withNames ? readNames() : null));
}

/** @param sides the name and the boxes of each side. */
function* sideLines(sides: [string, IdSet][], names: SceneNames | null): Generator<string> {
  yield `id,${names === null ? '' : 'name,'}side\n`;
  const arrays = sides.map(([, set]) => set.toArray());
  const idLimit = arrays.reduce((limit, ids) => ids.reduce((most, id) => Math.max(most, id + 1), limit), 0);
  // By id, the number of the side, from 1. It is 0 if no box has the id.
  const numbers = new Uint8Array(idLimit);
  for (const [side, ids] of arrays.entries()) for (const id of ids) numbers[id] = side + 1;
  for (let id = 0; id < idLimit; id++) {
    if (numbers[id] === 0) continue;
    const name = names === null ? '' : `${labelField(names, id)},`;
    yield `${id},${name}${sides[numbers[id] - 1][0]}\n`;
  }
}
