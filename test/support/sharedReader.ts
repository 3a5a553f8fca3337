/** A thread that asks a shared scene without pause: see test/scene/sharedScene.threads.test.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Backend, BoxScene, type SceneHandle } from 'slabtree';

export interface ReaderTask {
  readonly handle: SceneHandle;
  readonly backend: Backend;
  /** 6 numbers a ray. */
  readonly rays: Float64Array;
}

/** What was answered, in the order in which it was first, and how often in all. */
export interface ReaderReport {
  readonly answers: readonly string[];
  readonly asked: number;
}

const { handle, backend, rays } = workerData as ReaderTask;
const scene = BoxScene.attach(handle, { backend });
const answers: string[] = [];
let asked = 0;
let isOver = false;

function ask(): void {
  // Long enough at a time to meet every commit in the middle of a query, and not so long that no message comes through.
  const end = performance.now() + 5;
  do {
    const { ids, ts } = scene.raycastMany(rays);
    const answer = `${ids.join()} ${ts.join()}`;
    if (answer !== answers.at(-1)) answers.push(answer);
    asked++;
  } while (performance.now() < end);
  if (!isOver) {
    setImmediate(ask);
    return;
  }
  scene.detach();
  parentPort?.postMessage({ answers, asked } satisfies ReaderReport);
}

parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage('ready');
ask();
