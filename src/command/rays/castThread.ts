import { transfer } from 'comlink';
import { BoxScene, type RaycastOptions, type SceneHandle, SceneNames } from 'slabtree';
import { exposeTasks } from '../../threads/exposeTasks';
import { castBlock } from './castBlock';
import type { CsvBlock } from '../input/csvBlocks';
import type { Place } from '../text/errors';

/** The script of the threads that cast rays: what they can be asked. */

/** What becomes of a block, with the error by its parts: a message carries over only plain values. */
export interface CastAnswer {
  answers: Uint8Array<ArrayBuffer>;
  badLine: { place: Place; problem: string } | null;
}

let scene: BoxScene | null = null;
let names: SceneNames | null = null;

const tasks = {
  /**
   * Opens a shared scene, for {@link cast}.
   *
   * @param namesBytes the names of its boxes; null where they are not asked for.
   */
  attach: (handle: SceneHandle, namesBytes: ArrayBuffer | null): void => {
    scene = BoxScene.attach(handle);
    names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);
  },

  cast: (block: CsvBlock, options: RaycastOptions): CastAnswer => {
    if (scene === null) throw new Error('a thread must be attached to a scene before it is asked');
    const { answers, error } = castBlock(scene, names, block, options);
    const badLine = error === null ? null : { place: error.place, problem: error.problem };
    return transfer({ answers, badLine }, [answers.buffer]);
  },
};

export type CastTasks = typeof tasks;

exposeTasks(tasks);
