import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BoxScene } from 'slabtree';
import type { BoxFormat } from './boxFormat';
import { inFile } from './inFile';
import { openInput } from './openInput';
import { Progress } from './progress';
import { readCsvBoxes } from './readCsvBoxes';
import { readGltfBoxes } from './readGltfBoxes';
import { readJsonBoxes } from './readJsonBoxes';
import { writeOut } from './writeOut';
import { writeWhole } from './writeWhole';

export interface BuildOptions {
  /** Whether the URIs of a glTF may lead outside of its folder. */
  allowOutside: boolean;
}

/** Builds a scene of the boxes in a file, `-` being the standard input, and writes it, likewise. */
export async function build(path: string, format: BoxFormat, output: string, options: BuildOptions): Promise<void> {
  const scene = new BoxScene();
  const progress = new Progress();
  try {
    await addBoxes(path, format, scene, progress, options);
    progress.start('building the tree');
    scene.commit();
    progress.start('writing the scene');
    const bytes = new Uint8Array(scene.serialize());
    if (output === '-') await writeOut([bytes]);
    else await writeWhole(output, bytes);
  } finally {
    progress.stop();
  }
}

async function addBoxes(
  path: string,
  format: BoxFormat,
  scene: BoxScene,
  progress: Progress,
  { allowOutside }: BuildOptions,
): Promise<void> {
  if (format === 'gltf') {
    progress.start('reading boxes');
    const warn = (message: string): void => {
      progress.stop();
      process.stderr.write(`${message}\n`);
    };
    await readGltfBoxes(path, scene, { allowOutside, warn });
    return;
  }
  progress.start('reading boxes', path === '-' ? 0 : (await stat(path)).size);
  const { name, chunks } = openInput(path);
  const watched = progress.watch(chunks);
  try {
    if (format === 'csv') {
      await readCsvBoxes(watched, scene);
      return;
    }
    const json = await text(watched);
    progress.start('adding boxes');
    readJsonBoxes(json, scene);
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}
