import { transfer } from 'comlink';
import { BoxScene, type SceneHandle, SceneNames } from 'slabtree';
import { exposeTasks } from '../../threads/channel';
import type { RowBlock } from '../rays/readRays';
import { answerBlock, type BlockAnswers, type RowChoice, type RowQueryName } from './rowQueries';

/** The script of the threads that answer the rows of a file. They also parse the rows and format the answers. */

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

  answer: async (query: RowQueryName, block: RowBlock, choice: RowChoice): Promise<BlockAnswers> => {
    if (scene === null) throw new Error('a thread must be attached to a scene before it answers rows');
    const answered = await answerBlock(query, scene, names, block, choice);
    return transfer(answered, [answered.answers.buffer]);
  },
};

export type RowTasks = typeof tasks;

exposeTasks(tasks);
