import { transfer } from 'comlink';
import { BoxScene, type SceneHandle, SceneNames } from 'slabtree';
import { exposeTasks } from '../../threads/channel';
import type { CsvBlock } from '../input/csvBlocks';
import type { Place } from '../text/errors';
import { answerBlock, type RowChoice, type RowQueryName } from './rowQueries';

/** The script of the threads that answer the rows of a CSV. They also parse the rows and format the answers. */

/** The answers to a block. The error has only the members of a TextError, as messages between threads have plain values. */
export interface ThreadAnswers {
  answers: Uint8Array<ArrayBuffer>;
  badLine: { place: Place; problem: string } | null;
}

let scene: BoxScene | null = null;
let names: SceneNames | null = null;

const tasks = {
  /**
   * Opens a shared scene about which rows are then answered.
   *
   * @param namesBytes the serialized names of the scene's boxes. Null for answers without names.
   */
  attach: (handle: SceneHandle, namesBytes: Uint8Array | null): void => {
    scene = BoxScene.attach(handle);
    names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);
  },

  answer: async (query: RowQueryName, block: CsvBlock, choice: RowChoice): Promise<ThreadAnswers> => {
    if (scene === null) throw new Error('a thread must be attached to a scene before it answers rows');
    const { answers, error } = await answerBlock(query, scene, names, block, choice);
    const badLine = error === null ? null : { place: error.place, problem: error.problem };
    return transfer({ answers, badLine }, [answers.buffer]);
  },
};

export type RowTasks = typeof tasks;

exposeTasks(tasks);
