import { fstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import type { BoxFormat } from './readBoxes';
import { InputError, inFile, isSystemError, TextError } from '../text/errors';
import { openInput } from '../input/openInput';
import { Progress } from '../output/progress';
import { readCsvBoxes } from '../boxes/readCsvBoxes';
import { readGltfBoxes } from '../gltf/readGltfBoxes';
import { readJsonBoxes } from '../boxes/readJsonBoxes';
import { escaped } from '../text/showText';
import { findTarget, isTarget, type Target, writeTarget } from '../output/target';

export interface BuildOptions {
  /** Whether the URIs of a glTF may lead outside of its folder. */
  allowOutside: boolean;
}

/** Builds a scene of the boxes in a file, `-` being the standard input, and writes it with their names, likewise. */
export async function build(path: string, format: BoxFormat, output: string, options: BuildOptions): Promise<void> {
  const target = await findTarget(output);
  const source = path === '-' ? fstatSync(process.stdin.fd) : await stat(path);
  if (isTarget(target, source)) {
    throw new InputError(`${target.name}: this is the file that the boxes are read from: give another`);
  }
  const scene = new BoxScene();
  const progress = new Progress();
  try {
    const names =
      format === 'gltf'
        ? await addGltfBoxes(path, scene, progress, target, options)
        : await addBoxes(path, format, source, scene, progress);
    progress.start('building the tree');
    scene.commit();
    progress.start('writing the scene');
    await writeTarget(target, bytesOf(scene, names));
  } finally {
    progress.stop();
  }
}

/** @returns the names of the boxes. */
async function addGltfBoxes(
  path: string,
  scene: BoxScene,
  progress: Progress,
  target: Target,
  { allowOutside }: BuildOptions,
): Promise<NameRun[]> {
  progress.start('reading boxes');
  const warn = (message: string): void => {
    progress.stop();
    process.stderr.write(`${escaped(message)}\n`);
  };
  return await readGltfBoxes(path, scene, { allowOutside, warn, target });
}

/** @returns the names of the boxes. */
async function addBoxes(
  path: string,
  format: 'csv' | 'json',
  source: Stats,
  scene: BoxScene,
  progress: Progress,
): Promise<NameRun[]> {
  progress.start('reading boxes', path === '-' ? 0 : source.size);
  const { name, chunks } = openInput(path);
  const watched = progress.watch(chunks);
  try {
    if (format === 'csv') return await readCsvBoxes(watched, scene);
    const json = await wholeText(watched);
    progress.start('adding boxes');
    return readJsonBoxes(json, scene);
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

async function wholeText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (thrown) {
    if (isSystemError(thrown)) throw thrown;
    const problem =
      thrown instanceof TypeError
        ? 'expected UTF-8: save the file as UTF-8'
        : 'a JSON file is read as a whole, and this one is too long for that: write a CSV';
    throw new TextError({ line: 1, column: 1 }, problem);
  }
}

function bytesOf(scene: BoxScene, names: NameRun[]): Uint8Array[] {
  const bytes = [new Uint8Array(scene.serialize())];
  if (names.length > 0) bytes.push(new Uint8Array(new SceneNames(names).serialize()));
  return bytes;
}
