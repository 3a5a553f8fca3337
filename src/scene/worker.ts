import { exposeTasks } from '../threads/exposeTasks';
import { batchQueries, type BatchQueryName, type Column } from './batchQueries';
import { BoxScene } from './boxScene';
import type { Backend } from './boxSceneOptions';
import type { FloatArray } from './floatArray';
import type { SceneHandle } from './sceneHandle';
import { transfer } from 'comlink';

/** The script of this package's threads: what they can be asked. A thread is asked to attach or to build, not both. */

/** What part of a build is done when all boxes have been sorted, and when the tree is there, which is to be written then. */
const SORTED = 0.5;
const COMMITTED = 0.85;

let attached: BoxScene | null = null;
let built: BoxScene | null = null;

const tasks = {
  /** Opens a shared scene, for {@link answer}, by a version that is pinned meanwhile: the thread itself holds none. */
  attach: (handle: SceneHandle, version: number, backend: Backend): void => {
    attached = BoxScene.attach(handle, { backend });
    attached.showVersion(version);
  },

  /** Lets go of what the scene keeps for this thread: its end would not. */
  detach: (): void => {
    attached?.detach();
    attached = null;
  },

  /** Answers a batch query by a version of the scene that is pinned. */
  answer: (name: BatchQueryName, version: number, numbers: FloatArray, options: object): Column[] => {
    if (attached === null) throw new Error('a thread must be attached before it is asked');
    attached.showVersion(version);
    const columns = batchQueries[name].ask(attached, numbers, options);
    return transfer(
      columns,
      columns.map(({ buffer }) => buffer),
    );
  },

  /** Begins a scene, for {@link addBoxes} and {@link build}. */
  beginBuild: (backend: Backend): void => {
    // The tree is the same on either: where a thread may not have WebAssembly, JavaScript will do.
    built = new BoxScene({ backend: backend === 'js' ? 'js' : 'auto' });
  },

  addBoxes: (boxes: FloatArray, mask: number): void => {
    built?.addAabbs(boxes, mask);
  },

  /** Builds the scene; returns it as bytes. */
  build: (onProgress: (done: number) => void): Uint8Array<ArrayBuffer> => {
    if (built === null) throw new Error('a thread must begin a scene before it builds it');
    const { size } = built;
    built.committedTree((boxes) => {
      onProgress((boxes / size) * SORTED);
    });
    onProgress(COMMITTED);
    const bytes = new Uint8Array(built.serialize());
    return transfer(bytes, [bytes.buffer]);
  },
};

export type WorkerTasks = typeof tasks;

exposeTasks(tasks);
