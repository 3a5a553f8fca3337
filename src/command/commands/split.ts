import { type Command, Option } from 'commander';
import type { MaskOption, Plane, SceneNames } from 'slabtree';
import type { TiledScene } from 'slabtree/tiles';
import { labelField } from '../boxes/boxNames';
import { inTiles, openScene, openTiles } from '../input/openScene';
import { writeLines, writeOut } from '../output/standardOutput';
import { answerText } from '../text/showText';
import { InputError } from '../text/errors';
import {
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parsePlane,
  sceneOrUrlArgument,
  wrongUsage,
} from './options';

interface SplitOptions extends MaskOption {
  plane: Plane;
  ids?: boolean;
  names?: boolean;
  json?: boolean;
  memory?: number;
}

/** What the command `split` prints: ids and names of boxes, or only counts, and whether as JSON. */
interface Print {
  ids: boolean;
  names: boolean;
  json: boolean;
}

/** The boxes on one side of a plane. */
interface Side {
  readonly size: number;
  toArray: () => Uint32Array | Float64Array;
}

/** The three sides of a plane, by the names that they are printed with, each with its boxes. */
type Sides = Readonly<Record<'front' | 'crossing' | 'back', Side>>;

export function addSplit(program: Command): void {
  program
    .command('split')
    .description('count the boxes in front of a plane, those that cross or touch it, and those behind it')
    .argument(...sceneOrUrlArgument)
    .addOption(
      new Option('--plane <a,b,c,d>', 'ax + by + cz + d = 0; a,b,c points to the front')
        .argParser(parsePlane)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--ids', 'print a line id,side for each box').conflicts('json'))
    .addOption(namesOption)
    .addOption(jsonOption)
    .addOption(maskOption)
    .addOption(memoryOption)
    .action(async (path: string, given: SplitOptions, command: Command) => {
      const { plane, ids = false, names = false, json = false, memory, ...options } = given;
      if (names && !ids) wrongUsage(command, '--names needs --ids');
      const print = { ids, names, json };
      const tiles = await openTiles(path, memory);
      if (tiles === null) await splitScene(path, plane, options, print);
      else await splitTiles(path, tiles, plane, options, print);
    });
}

async function splitScene(path: string, plane: Plane, options: MaskOption, print: Print): Promise<void> {
  const { scene, readNames } = await openScene(path);
  await printSides(scene.split(plane, options), print.names ? readNames() : null, print);
}

/** Prints on which side of a plane the boxes of a file of tiles are. Reads all tiles. */
async function splitTiles(
  path: string,
  scene: TiledScene,
  plane: Plane,
  options: MaskOption,
  print: Print,
): Promise<void> {
  try {
    if (print.names) throw new InputError(`${path}: split does not read the names of tiles: leave out --names`);
    await printSides(await scene.split(plane, options), null, print);
  } catch (thrown) {
    throw inTiles(path, thrown);
  } finally {
    await scene.close();
  }
}

/** Prints how many boxes are on each side of a plane, or a line for each box: `id,side`, or `id,name,side` with names. */
async function printSides(sides: Sides, names: SceneNames | null, { ids, json }: Print): Promise<void> {
  if (ids) {
    await writeLines(sideLines(sides, names));
    return;
  }
  const counts = { front: sides.front.size, crossing: sides.crossing.size, back: sides.back.size };
  await writeOut([json ? `${JSON.stringify(counts)}\n` : answerText(counts)]);
}

/**
 * Yields a line `id,side` for each box, sorted by id. Merges the sorted lists of ids of the three sides: ids in a file of tiles
 * may be too large to be indices of an array.
 */
function* sideLines(sides: Sides, names: SceneNames | null): Generator<string> {
  yield `id,${names === null ? '' : 'name,'}side\n`;
  const left = Object.entries(sides).map(([side, set]) => ({ side, ids: set.toArray().sort(), next: 0 }));
  for (;;) {
    const first = left.reduce((least, each) => (idOf(each) < idOf(least) ? each : least));
    const id = idOf(first);
    if (id === Infinity) return;
    first.next++;
    const name = names === null ? '' : `${labelField(names, id)},`;
    yield `${id},${name}${first.side}\n`;
  }
}

/** Returns the smallest id of a side that has not been printed yet. Infinity if all have been printed. */
function idOf({ ids, next }: { ids: Uint32Array | Float64Array; next: number }): number {
  return next < ids.length ? ids[next] : Infinity;
}
