import { extname } from 'node:path';
import type { BoxSink } from '../boxes/boxSink';
import type { NameList } from '../boxes/boxNames';
import { readCsvBoxes } from '../boxes/readCsvBoxes';
import { readFloatBoxes } from '../boxes/readFloatBoxes';
import { readJsonBoxes, readJsonText } from '../boxes/readJsonBoxes';
import { readGltfBoxes } from '../gltf/readGltfBoxes';
import { openInput } from '../input/openInput';
import type { Progress } from '../output/progress';
import type { Target } from '../output/target';
import { inFile } from '../text/errors';
import { escaped } from '../text/showText';

export const BOX_FORMATS = ['csv', 'json', 'gltf', 'f32'] as const;
export type BoxFormat = (typeof BOX_FORMATS)[number];

/** A file from which boxes are read, and how it is read. */
export interface BoxSource {
  /** The path of the file with boxes; `-` is the standard input. */
  path: string;
  format: BoxFormat;
  /** Whether the URIs of a glTF may lead outside its folder. */
  allowOutside: boolean;
  /** Whether the triangles of a glTF are read, instead of its boxes. */
  triangles: boolean;
}

/** Returns the format of a file by the extension of its name. Null for an unknown extension. */
export function formatOf(path: string): BoxFormat | null {
  switch (extname(path).toLowerCase()) {
    case '.csv':
      return 'csv';
    case '.json':
      return 'json';
    case '.gltf':
    case '.glb':
      return 'gltf';
    case '.f32':
      return 'f32';
    default:
      return null;
  }
}

/**
 * Adds the boxes or the triangles of a file to a scene, and the names of the boxes to a list.
 *
 * @param byteLength the size of the file in bytes. 0 if it is unknown.
 * @param target where the scene will be written. This must not be a file that a glTF refers to.
 */
export async function readBoxes(
  { path, format, allowOutside, triangles }: BoxSource,
  byteLength: number,
  scene: BoxSink,
  names: NameList,
  target: Target,
  progress: Progress,
): Promise<void> {
  if (format === 'gltf') {
    progress.start(triangles ? 'reading triangles' : 'reading boxes');
    const warn = (message: string): void => {
      progress.stop();
      process.stderr.write(`${escaped(message)}\n`);
    };
    await readGltfBoxes(path, scene, { allowOutside, triangles, warn, target, names });
    return;
  }
  progress.start('reading boxes', byteLength);
  const { name, chunks } = openInput(path);
  const watched = progress.watch(chunks);
  try {
    if (format === 'csv') {
      await readCsvBoxes(watched, scene, names);
    } else if (format === 'f32') {
      await readFloatBoxes(name, watched, scene, names);
    } else {
      const json = await readJsonText(watched);
      progress.start('adding boxes');
      readJsonBoxes(json, scene, names);
    }
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}
