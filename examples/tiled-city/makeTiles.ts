/**
 * Makes the city of the page as a file of tiles beside it: `npm run tiles`. `npm run tiles -- --boxes 100000` makes its middle
 * only, and `-o FILE` writes elsewhere.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { TiledScene } from 'slabtree/tiles';
import { BOXES, FILE } from './cityFile';
import { writeCity } from './writeCity';

const { values } = parseArgs({
  options: {
    boxes: { type: 'string', default: String(BOXES) },
    output: { type: 'string', short: 'o', default: join(import.meta.dirname, FILE) },
  },
});
const { output } = values;
const count = Number(values.boxes);
if (!(Number.isInteger(count) && count > 0)) {
  throw new RangeError(`--boxes must be a number of boxes, got ${values.boxes}`);
}

if (existsSync(output) && (await sizeOf(output)) === count) {
  say(`${relative('.', output)} has ${inWords(count)} boxes already.`);
} else {
  const start = performance.now();
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort(new Error('stopped: nothing has been written'));
  });
  const { tiles, byteLength } = await writeCity(output, count, { signal: stop.signal, onProgress: showProgress });
  const seconds = Math.round((performance.now() - start) / 1000);
  say(
    `${relative('.', output)}: ${inWords(count)} boxes in ${inWords(tiles)} tiles, ${inWords(byteLength)} bytes, ${seconds} s`,
  );
}

/** The number of boxes of a file of tiles. Null if it is none. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    const scene = await TiledScene.open(path);
    await scene.close();
    return scene.size;
  } catch {
    return null;
  }
}

function showProgress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rWriting tiles: ${Math.floor(100 * done)} %`);
}

function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(text);
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
