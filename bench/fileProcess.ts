import { readFileSync } from 'node:fs';
import { BoxScene, type BoxSceneOptions } from 'slabtree';

/** What a process that reads a file first of all sends to the process that has started it, in milliseconds. */
export interface FirstTimes {
  readonly read: number;
  readonly written: number;
}

const [path, backend] = process.argv.slice(2);
const options: BoxSceneOptions = { backend: backend === 'js' ? 'js' : 'wasm' };
const bytes = readFileSync(path);

const begin = performance.now();
const scene = BoxScene.deserialize(bytes, options);
const middle = performance.now();
scene.serialize();
const end = performance.now();
process.send?.({ read: middle - begin, written: end - middle } satisfies FirstTimes);
