import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import type { BoxSink } from '../boxes/boxSink';
import { NameList } from '../boxes/boxNames';
import { descriptorStats } from '../output/descriptorStats';
import { Progress } from '../output/progress';
import { findTarget, isTarget, type Target, writeTarget } from '../output/target';
import { InputError, orTooLarge } from '../text/errors';
import { CORES, parseCount, wrongUsage } from './options';
import { BOX_FORMATS, type BoxFormat, type BoxSource, formatOf, readBoxes } from './readBoxes';
import { interruptible } from '../output/interruptible';

interface BuildOptions {
  output: string;
  format?: BoxFormat;
  allowOutside?: boolean;
  triangles?: boolean;
  tiles?: boolean;
  boxesPerTile?: number;
  tmp?: string;
  threads?: number;
}

export function addBuild(program: Command): void {
  program
    .command('build')
    .description('build a scene from the boxes in files, or from the triangles of a glTF')
    .argument('<boxes...>', 'files: .csv, .json, .gltf, .glb or .f32; - is the standard input')
    .requiredOption('-o, --output <scene>', 'the file to write; - is the standard output, if it is no file of tiles')
    .addOption(
      new Option('--format <format>', 'the format of the boxes, if the file names do not tell').choices(BOX_FORMATS),
    )
    .addOption(new Option('--allow-outside', 'let the URIs of a glTF lead outside its folder'))
    .addOption(
      new Option('--triangles', 'keep the triangles of a glTF: each place of a mesh is an instance, not a box'),
    )
    .addOption(new Option('--tiles', 'write a file of tiles, for more boxes than fit in memory'))
    .addOption(
      new Option(
        '--boxes-per-tile <count>',
        'the most boxes of a tile; by default 1024, and more for millions of boxes',
      ).argParser(parseCount),
    )
    .addOption(
      new Option('--tmp <folder>', 'where boxes wait to be sorted into tiles; by default the folder of the output'),
    )
    .addOption(
      new Option(
        '--threads <count>',
        `threads that build tiles; by default and at most ${CORES}, one per core`,
      ).argParser(parseCount),
    )
    .action(async (paths: string[], options: BuildOptions, command: Command) => {
      const { output, format, allowOutside = false, triangles = false, tiles = false, ...others } = options;
      const { boxesPerTile, tmp, threads = CORES } = others;
      const sources = paths.map((path): BoxSource => {
        const own = format ?? formatOf(path);
        if (own === null) wrongUsage(command, `the name '${path}' does not tell the format of the boxes: use --format`);
        if (own === 'gltf' && path === '-') wrongUsage(command, 'a glTF cannot be read from the standard input');
        return { path, format: own, allowOutside, triangles };
      });
      const hasGltf = sources.some((source) => source.format === 'gltf');
      if (!hasGltf && allowOutside) wrongUsage(command, '--allow-outside needs a glTF');
      if (!hasGltf && triangles) wrongUsage(command, '--triangles needs a glTF');
      if (paths.filter((path) => path === '-').length > 1) {
        wrongUsage(command, 'the standard input can be read only once');
      }
      if (!tiles) {
        if (Object.keys(others).length > 0) wrongUsage(command, '--boxes-per-tile, --tmp and --threads need --tiles');
        await build(sources, output);
        return;
      }
      const tileOptions: TileOptions = {
        threads: Math.min(threads, CORES),
        boxesPerTile,
        temporaryFolder: tmp,
        refuse: (message) => wrongUsage(command, message),
      };
      const target = await findTarget(output);
      const progress = new Progress();
      await buildTiles(target, tileOptions, progress, (scene, names) =>
        readAll(sources, target, scene, names, progress),
      );
    });
}

/** Builds a scene from boxes, and writes it with their names. */
async function build(sources: readonly BoxSource[], output: string): Promise<void> {
  const target = await findTarget(output);
  const scene = new BoxScene();
  const progress = new Progress();
  try {
    const names = new NameList();
    await readAll(sources, target, scene, names, progress);
    progress.start('building the tree');
    orTooLarge(() => {
      scene.commit();
    });
    progress.start('writing the scene');
    await writeTarget(target, bytesOf(scene, names.runs));
  } finally {
    progress.stop();
  }
}

async function readAll(
  sources: readonly BoxSource[],
  target: Target,
  scene: BoxSink,
  names: NameList,
  progress: Progress,
): Promise<void> {
  // All input files are checked before the first is read, as reading may take long.
  const sizes: number[] = [];
  for (const { path } of sources) {
    const stats = await statOf(path);
    if (isTarget(target, stats)) {
      throw new InputError(`${target.name}: the boxes are read from this file: give another file`);
    }
    sizes.push(path === '-' ? 0 : stats.size);
  }
  for (const [index, source] of sources.entries()) {
    await readBoxes(source, sizes[index], scene, names, target, progress);
  }
}

async function statOf(path: string): Promise<Stats> {
  return path === '-' ? descriptorStats(process.stdin.fd) : await stat(path);
}

function bytesOf(scene: BoxScene, names: NameRun[]): Uint8Array[] {
  const bytes = [scene.serialize()];
  if (names.length > 0) bytes.push(new SceneNames(names).serialize());
  return bytes;
}

interface TileOptions {
  threads: number;
  /** The most boxes of a tile. Undefined for the default, which depends on the number of boxes. */
  boxesPerTile: number | undefined;
  /** The folder of temporary files. Undefined for the folder of the output. */
  temporaryFolder: string | undefined;
  /** Ends the command with a message about its options. */
  refuse: (message: string) => never;
}

/** How many steps the progress bar of a build has. */
const STEPS = 1000;

/**
 * Builds a file of tiles. Boxes are written to temporary files as they are read, so the memory does not grow with their number.
 *
 * @param read adds the boxes and their names.
 */
async function buildTiles(
  { name, place, present }: Target,
  { threads, boxesPerTile, temporaryFolder, refuse }: TileOptions,
  progress: Progress,
  read: (scene: BoxSink, names: NameList) => Promise<void>,
): Promise<void> {
  if (typeof place === 'number' || (present !== null && !present.isFile())) {
    throw new InputError(`${name}: a file of tiles is not written from its beginning to its end: give a file`);
  }
  let steps = 0;
  const onProgress = (done: number): void => {
    const before = steps;
    steps = Math.floor(STEPS * done);
    progress.advance(steps - before);
  };
  // The module of the TileWriter is imported only when it is needed, as no other command needs it.
  const { TileWriter } = await import('slabtree/tile-writer');
  const writer = await TileWriter.create(place, {
    threads,
    onProgress,
    ...(boxesPerTile !== undefined && { boxesPerTile }),
    ...(temporaryFolder !== undefined && { temporaryFolder }),
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof RangeError && thrown.message.startsWith('options.boxesPerTile'))) throw thrown;
    return refuse(thrown.message.replace('options.boxesPerTile', '--boxes-per-tile'));
  });
  try {
    const names = new NameList((run) => {
      writer.addNames([run]);
    });
    await read(writer, names);
    progress.start('writing tiles', STEPS);
    await interruptible(async (signal) => {
      signal.addEventListener('abort', () => void writer.abort());
      try {
        await writer.finish();
      } catch (thrown) {
        signal.throwIfAborted();
        throw thrown instanceof RangeError ? new InputError(thrown.message) : thrown;
      }
    });
  } finally {
    progress.stop();
    await writer.abort();
  }
}
