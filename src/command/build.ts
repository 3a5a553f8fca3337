import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import type { BoxFormat } from './boxFormat';
import { inFile } from './errors';
import { openInput } from './openInput';
import { Progress } from './progress';
import { readCsvBoxes } from './readCsvBoxes';
import { readGltfBoxes } from './readGltfBoxes';
import { readJsonBoxes } from './readJsonBoxes';
import { writeOut } from './writeOut';
import { writeWhole } from './writeWhole';

/** Builds a scene of the boxes in a file, `-` being the standard input, and writes it, likewise. */
export async function build(path: string, format: BoxFormat, output: string): Promise<void> {
  const scene = new BoxScene();
  const progress = new Progress();
  try {
    const names = await addBoxes(path, format, scene, progress);
    progress.start('building the tree');
    scene.commit();
    progress.start('writing the scene');
    const bytes = bytesOf(scene, names);
    if (output === '-') await writeOut(bytes);
    else await writeWhole(output, Buffer.concat(bytes));
  } finally {
    progress.stop();
  }
}

/** @returns the names of the boxes. */
async function addBoxes(path: string, format: BoxFormat, scene: BoxScene, progress: Progress): Promise<NameRun[]> {
  if (format === 'gltf') {
    progress.start('reading boxes');
    return await readGltfBoxes(path, scene, (message) => {
      progress.stop();
      process.stderr.write(`${message}\n`);
    });
  }
  progress.start('reading boxes', path === '-' ? 0 : (await stat(path)).size);
  const { name, chunks } = openInput(path);
  const watched = progress.watch(chunks);
  try {
    if (format === 'csv') return await readCsvBoxes(watched, scene);
    const json = await text(watched);
    progress.start('adding boxes');
    return readJsonBoxes(json, scene);
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

function bytesOf(scene: BoxScene, names: NameRun[]): Uint8Array[] {
  const bytes = [new Uint8Array(scene.serialize())];
  if (names.length > 0) bytes.push(new Uint8Array(new SceneNames(names).serialize()));
  return bytes;
}
