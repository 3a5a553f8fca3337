import type { Backend } from '../arguments/boxSceneOptions';
import type { FloatArray } from '../arguments/floatArray';
import type { BatchQueryName, Column } from './batchQueries';
import type { SceneHandle } from './sceneHandle';

/** What a thread of this package can be asked: to attach to a scene or to build one, not both. Functions, as comlink has it. */
export interface WorkerTasks {
  /** Opens a shared scene, for {@link answer}, by a version that is pinned meanwhile: the thread itself holds none. */
  attach: (handle: SceneHandle, version: number, backend: Backend) => void;
  /** Lets go of what the scene keeps for this thread: its end would not. */
  detach: () => void;
  /** Answers a batch query by a version of the scene that is pinned. */
  answer: (name: BatchQueryName, version: number, numbers: FloatArray, options: object) => Column[];
  /** Begins a scene, for {@link addBoxes} and {@link build}. */
  beginBuild: (backend: Backend) => void;
  addBoxes: (boxes: FloatArray, mask: number) => void;
  /** Builds the scene; returns it as bytes. */
  build: (onProgress: (done: number) => void) => Uint8Array<ArrayBuffer>;
}
