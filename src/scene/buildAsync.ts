import { ALL_BITS } from '../bvh/boxes/boxStore';
import { AABB_STRIDE } from '../primitives/flat/boxLayout';
import { OptionNames } from '../primitives/optionNames';
import { type BoxSceneOptions, readSceneOptions, SCENE_NAMES } from './arguments/boxSceneOptions';
import { checkMask } from './arguments/checkNumbers';
import { type FloatArray, viewFloatArray } from './arguments/floatArray';
import { PROGRESS_NAMES, type ProgressOptions, readProgressOptions, throwIfAborted } from './arguments/progressOptions';
import { checkThreads, readWorkerUrl, type WorkerOptions, whyNoThreads } from './threads/workerOptions';
import type { SceneMaker } from './threads/buildInThreads';
import { type BuildMesh, copyMeshes } from './arguments/buildMeshes';
import { LongWork } from './longWork';

/** Options with which {@link BoxScene.buildAsync} builds a scene. */
export interface BuildOptions extends BoxSceneOptions, ProgressOptions, WorkerOptions {
  /** The mask of all boxes: 32 bits, all set by default. A query with a mask finds boxes that share a bit with it. */
  mask?: number;
  /**
   * Meshes to add after the boxes, and where to place them. The ids of the instances follow the ids of the boxes, mesh
   * by mesh. The meshes are checked and copied at once. One thread then builds all trees.
   */
  meshes?: readonly BuildMesh[];
  /**
   * The number of threads, from 1 to 256. By default as many as the machine runs at once, at most 16, and at most one
   * for every 65,536 boxes. The number does not change the tree. Several threads need WebAssembly and shared memory,
   * which a page has if it is cross-origin isolated. Without shared memory, one thread builds.
   */
  threads?: number;
  /**
   * Whether threads can be started, for builds that share it. After a build has failed to start threads, the other
   * builds do not try, because a script that never answers takes 10 seconds.
   *
   * @internal
   */
  start?: ThreadStart;
}

/** Whether an earlier build has failed to start threads. */
export interface ThreadStart {
  hasFailed: boolean;
}

const BUILD_OPTIONS = /* @__PURE__ */ new OptionNames<BuildOptions>({
  ...SCENE_NAMES,
  ...PROGRESS_NAMES,
  workerUrl: true,
  mask: true,
  meshes: true,
  threads: true,
  start: true,
});

/** Builds a scene in other threads: see `BoxScene.buildAsync`. */
export async function buildAsync<Scene>(
  maker: SceneMaker<Scene>,
  boxes: FloatArray,
  options: BuildOptions,
): Promise<Scene> {
  BUILD_OPTIONS.check('options', options);
  const view = viewFloatArray('boxes', boxes, AABB_STRIDE, 'box');
  const { length } = view;
  const sceneOptions = readSceneOptions(options);
  const progress = readProgressOptions(options);
  const workerUrl = readWorkerUrl(options);
  const { mask = ALL_BITS, threads: wanted, meshes: given = [], start } = options;
  checkMask('options.mask', mask);
  if (wanted !== undefined) checkThreads(wanted);
  const meshes = copyMeshes(given);
  const backend = maker.backendOf(sceneOptions);
  throwIfAborted(progress);

  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // The promise `stopped` may reject before it is awaited, which must not count as an unhandled rejection.
  stopped.catch(() => undefined);
  const work = new LongWork(progress, stop);
  const job = { boxes: view, length, mask, meshes, backend, options: sceneOptions, threads: wanted, workerUrl, work };
  const build = async () => {
    if (start?.hasFailed === true) return maker.build(view, mask, meshes, sceneOptions);
    let finish: () => Promise<Scene>;
    try {
      const { startBuild } = await import('./startWorker.js');
      finish = await startBuild(maker, job);
    } catch (reason) {
      // After an abort, the calling thread must not begin to build the scene.
      if (work.isOver) return stopped;
      if (start !== undefined) start.hasFailed = true;
      warnOnce(`BoxScene.buildAsync builds on the calling thread: ${whyNoThreads(reason)}`);
      return maker.build(view, mask, meshes, sceneOptions);
    }
    return finish();
  };
  try {
    const scene = await Promise.race([stopped, build()]);
    work.report(1);
    return scene;
  } finally {
    work.end();
  }
}

let warned = '';

/** Prints a warning on the console, unless it equals the last warning: a program may build many scenes. */
function warnOnce(message: string): void {
  if (message !== warned) console.warn(message);
  warned = message;
}
