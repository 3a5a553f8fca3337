import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { collectGarbage } from './collectGarbage';
import type { FirstTimes } from './fileProcess';
import { millisecondsEach, once } from './measure';
import type { Result, Row } from './report';
import { createScene } from './scenes';
import { startProcess } from './startProcess';

const ROUNDS = 7;
/** Reads a file as the first thing that a process does, and writes it again. */
const FIRST = join(import.meta.dirname, 'fileProcess.ts');
/** The size of chunks in a file stream of Node. */
const CHUNK_BYTES = 65_536;

interface Contender {
  readonly name: string;
  readonly backend: 'wasm' | 'js';
}

const contenders: Contender[] = [
  { name: 'slabtree', backend: 'wasm' },
  { name: 'slabtree, js', backend: 'js' },
];

/**
 * Builds a scene from its boxes, and reads the same scene from its file: all at once, and as a stream. Besides, a new
 * process reads and writes the file first of all, and the bytes of the file are copied, with nothing else.
 */
export async function measureFile(boxes: number): Promise<Result> {
  const { kind, bounds } = createScene('uniform', boxes);
  const rows: Row[] = [];
  for (const { name, backend } of contenders) {
    const options: BoxSceneOptions = { backend };
    const build = (): BoxScene => {
      const scene = new BoxScene(options);
      scene.addAabbs(bounds);
      scene.commit();
      return scene;
    };
    const scene = build();
    const file = scene.serialize();
    const built: number[] = [];
    const written: number[] = [];
    const read: number[] = [];
    const streamed: number[] = [];
    const copied: number[] = [];
    const first: FirstTimes[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'slabtree-bench-'));
    const path = join(folder, 'scene.slab');
    writeFileSync(path, file);
    for (let round = 0; round < ROUNDS; round++) {
      built.push(await timeOf(build));
      written.push(await timeOf(() => scene.serialize()));
      read.push(await timeOf(() => BoxScene.deserialize(file, options)));
      streamed.push(await timeOf(() => BoxScene.deserializeStream(chunksOf(file), options)));
      copied.push(await timeOf(() => file.slice()));
      first.push((await startProcess(FIRST, [path, backend])) as FirstTimes);
    }
    rmSync(folder, { recursive: true });
    rows.push({
      contender: name,
      values: {
        'build, ms': millisecondsEach(built, 1),
        'serialize, ms': millisecondsEach(written, 1),
        'deserialize, ms': millisecondsEach(read, 1),
        'deserializeStream, ms': millisecondsEach(streamed, 1),
        'copy, ms': millisecondsEach(copied, 1),
        'first serialize, ms': millisecondsEach(
          first.map(({ written }) => written),
          1,
        ),
        'first deserialize, ms': millisecondsEach(
          first.map(({ read }) => read),
          1,
        ),
        'build / deserialize': once('ratio', millisecondsEach(built, 1).median / millisecondsEach(read, 1).median),
        'file / byteLength': once('ratio', file.byteLength / scene.byteLength),
      },
    });
  }
  return {
    title: `File, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'file',
    scene: kind,
    boxes,
    columns: Object.keys(rows[0].values).map((name) => ({ name, baselines: [] })),
    rows,
    notes: [],
  };
}

/** In milliseconds. Garbage is collected first, so that no task pays for the memory of another. */
async function timeOf(task: () => unknown): Promise<number> {
  collectGarbage();
  const start = performance.now();
  await task();
  return performance.now() - start;
}

async function* chunksOf(file: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) {
    yield await Promise.resolve(file.subarray(at, at + CHUNK_BYTES));
  }
}
