import { transfer } from 'comlink';
import { BoxScene, type RaycastOptions, type SceneHandle } from 'slabtree';
import { exposeTasks } from '../threads/exposeTasks';
import { castBlock } from './castBlock';
import type { CsvBlock } from './csvBlocks';
import { type Place, TextError } from './inputError';

/** The script of the threads that cast rays: what they can be asked. */

/** A line that is no ray: told by its parts, of which a message carries over only plain values. */
export interface BadLine {
  place: Place;
  problem: string;
}

let scene: BoxScene | null = null;

const tasks = {
  /** Opens a shared scene, for {@link cast}. */
  attach: (handle: SceneHandle): void => {
    scene = BoxScene.attach(handle);
  },

  cast: (block: CsvBlock, options: RaycastOptions): Uint8Array<ArrayBuffer> | BadLine => {
    if (scene === null) throw new Error('a thread must be attached to a scene before it is asked');
    try {
      const hits = castBlock(scene, block, options);
      return transfer(hits, [hits.buffer]);
    } catch (thrown) {
      if (!(thrown instanceof TextError)) throw thrown;
      return { place: thrown.place, problem: thrown.problem };
    }
  },
};

export type CastTasks = typeof tasks;

exposeTasks(tasks);
