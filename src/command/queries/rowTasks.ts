import { transfer } from 'comlink';
import { BoxScene, type SceneHandle, SceneNames } from 'slabtree';
import type { RowBlock } from '../rays/readRays';
import { answerBlock, type BlockAnswers, type RowChoice, type RowQueryName } from './rowQueries';

/** Returns the functions of a thread that answers the rows of a file. It also parses the rows and formats the answers. */
export function rowTasks() {
  let scene: BoxScene | null = null;
  let names: SceneNames | null = null;

  return {
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
}

export type RowTasks = ReturnType<typeof rowTasks>;
