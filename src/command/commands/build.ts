import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { Progress } from '../output/progress';
import { findTarget, isTarget, writeTarget } from '../output/target';
import { InputError, orTooLarge } from '../text/errors';
import { wrongUsage } from './options';
import { BOX_FORMATS, type BoxFormat, type BoxSource, formatOf, readBoxes } from './readBoxes';

interface BuildOptions {
  output: string;
  format?: BoxFormat;
  allowOutside?: boolean;
  triangles?: boolean;
}

/** Adds `slabtree build` to the program. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('build a scene from the boxes in a file, or from the triangles of a glTF')
    .argument('<boxes>', 'a .csv, .json, .gltf or .glb file; - is the standard input')
    .requiredOption('-o, --output <scene>', 'the file to write; - is the standard output')
    .addOption(
      new Option('--format <format>', 'the format of the boxes, if the file name does not tell').choices(BOX_FORMATS),
    )
    .addOption(new Option('--allow-outside', 'let the URIs of a glTF lead outside its folder'))
    .addOption(
      new Option('--triangles', 'keep the triangles of a glTF: each place of a mesh is an instance, not a box'),
    )
    .action(async (path: string, options: BuildOptions, command: Command) => {
      const { output, format = formatOf(path), allowOutside = false, triangles = false } = options;
      if (format === null)
        wrongUsage(command, `the name '${path}' does not tell the format of the boxes: use --format`);
      if (format === 'gltf' && path === '-') wrongUsage(command, 'a glTF cannot be read from the standard input');
      if (format !== 'gltf' && allowOutside) wrongUsage(command, '--allow-outside needs a glTF');
      if (format !== 'gltf' && triangles) wrongUsage(command, '--triangles needs a glTF');
      await build({ path, format, allowOutside, triangles }, output);
    });
}

/** Builds a scene from boxes, and writes it with their names. */
async function build(source: BoxSource, output: string): Promise<void> {
  const target = await findTarget(output);
  const isStandardInput = source.path === '-';
  const stats = isStandardInput ? fstatSync(process.stdin.fd) : await stat(source.path);
  if (isTarget(target, stats)) {
    throw new InputError(`${target.name}: the boxes are read from this file: give another file`);
  }
  const scene = new BoxScene();
  const progress = new Progress();
  try {
    const names = await readBoxes(source, isStandardInput ? 0 : stats.size, scene, target, progress);
    progress.start('building the tree');
    orTooLarge(() => {
      scene.commit();
    });
    progress.start('writing the scene');
    await writeTarget(target, bytesOf(scene, names));
  } finally {
    progress.stop();
  }
}

function bytesOf(scene: BoxScene, names: NameRun[]): Uint8Array[] {
  const bytes = [new Uint8Array(scene.serialize())];
  if (names.length > 0) bytes.push(new Uint8Array(new SceneNames(names).serialize()));
  return bytes;
}
