import { transfer } from 'comlink';
import { exposeTasks } from '../threads/exposeTasks';
import { batchQueries, type BatchQueryName, type Column } from './batchQueries';
import { type Backend, BoxScene } from './boxScene';
import type { FloatArray } from './checkNumbers';
import type { SceneHandle } from './sceneHandle';

/** The script of this package's threads: what they can be asked. A thread is asked to attach or to build, not both. */

let attached: BoxScene | null = null;

const tasks = {
  /** Opens a shared scene, for {@link answer}. */
  attach: (handle: SceneHandle, backend: Backend): void => {
    attached = BoxScene.attach(handle, { backend });
  },

  /** Lets go of what the scene keeps for this thread: its end would not. */
  detach: (): void => {
    attached?.detach();
    attached = null;
  },

  /** Answers a batch query by a version of the scene that is pinned. */
  answer: (name: BatchQueryName, version: number, numbers: FloatArray, options: object): Column[] => {
    if (attached === null) throw new Error('a thread must be attached to a scene before it is asked');
    attached.readVersion(version);
    const columns = batchQueries[name].ask(attached, numbers, options);
    return transfer(
      columns,
      columns.map(({ buffer }) => buffer),
    );
  },
};

export type WorkerTasks = typeof tasks;

exposeTasks(tasks);
