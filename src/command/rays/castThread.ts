import { transfer } from 'comlink';
import { BoxScene, type RaycastManyOptions, type SceneHandle, SceneNames } from 'slabtree';
import { exposeTasks } from '../../threads/channel';
import type { CsvBlock } from '../input/csvBlocks';
import type { Place } from '../text/errors';
import { answerLines } from './hitText';
import { readRays } from './readRays';

/**
 * The script of the threads that cast rays. The threads also parse the rays and format the answers, which takes longer than
 * casting.
 */

export interface CastAnswer {
  /** A line of text for each ray, `id,t` or `id,name,t,triangle,u,v`. A header comes first if the rays have a header. */
  answers: Uint8Array<ArrayBuffer>;
  /**
   * The error in the first line that is not a ray. Null if all lines are answered. It has only the members of a TextError, as
   * messages between threads can only have plain values.
   */
  badLine: { place: Place; problem: string } | null;
}

let scene: BoxScene | null = null;
let names: SceneNames | null = null;

const tasks = {
  /**
   * Opens a shared scene at which {@link cast} then casts rays.
   *
   * @param namesBytes the serialized names of the scene's boxes. Null for answers without names.
   */
  attach: (handle: SceneHandle, namesBytes: Uint8Array | null): void => {
    scene = BoxScene.attach(handle);
    names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);
  },

  /** Casts the rays of a block of a CSV by `raycastMany`, and returns the answers as text. */
  cast: (block: CsvBlock, options: RaycastManyOptions): CastAnswer => {
    if (scene === null) throw new Error('a thread must be attached to a scene before it casts rays');
    const { rays, error } = readRays(block);
    const answers = new TextEncoder().encode(answerLines(scene.raycastMany(rays, options), names, block.hasHeader));
    const badLine = error === null ? null : { place: error.place, problem: error.problem };
    return transfer({ answers, badLine }, [answers.buffer]);
  },
};

export type CastTasks = typeof tasks;

exposeTasks(tasks);
