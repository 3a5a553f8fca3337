/** A thread that queries a shared scene without pause: see test/scene/sharedScene.threads.test.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Backend, BoxScene, type SceneHandle } from 'slabtree';

export interface ReaderTask {
  readonly handle: SceneHandle;
  readonly backend: Backend;
  /** 6 numbers per ray. */
  readonly rays: Float64Array;
  /** How often the reader has queried the scene. Threads share this number. */
  readonly asked: Int32Array;
}

const { handle, backend, rays, asked } = workerData as ReaderTask;
const scene = BoxScene.attach(handle, { backend });
const answers: string[] = [];
let isOver = false;

function ask(): void {
  // Long enough that commits often happen during a query, and short enough that messages come through.
  const end = performance.now() + 5;
  do {
    const { ids, ts } = scene.raycastMany(rays);
    const answer = `${ids.join()} ${ts.join()}`;
    if (answer !== answers.at(-1)) answers.push(answer);
    Atomics.add(asked, 0, 1);
  } while (performance.now() < end);
  if (!isOver) {
    setImmediate(ask);
    return;
  }
  scene.detach();
  // Each answer once, in the order in which it was first seen.
  parentPort?.postMessage(answers);
}

parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage('ready');
ask();
