import { BoxScene, SceneNames } from 'slabtree';
import { moved } from 'slabtree/workers';
import type { RowBlock } from '../rays/readRays';
import type { Attachment } from '../threads/taskThreads';
import { answerBlock, type BlockAnswers, type RowChoice, type RowQueryName } from './rowQueries';

export interface RowWork {
  query: RowQueryName;
  block: RowBlock;
  choice: RowChoice;
}

/** Returns the functions of a thread that answers the rows of a file. It also parses the rows and formats the answers. */
export function rowTasks({ handle, namesBytes }: Attachment) {
  const scene = handle === null ? null : BoxScene.attach(handle);
  const names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);

  return {
    answer: async ({ query, block, choice }: RowWork): Promise<BlockAnswers> => {
      if (scene === null) throw new Error('a thread must be attached to a scene before it answers rows');
      const answered = await answerBlock(query, scene, names, block, choice);
      return moved(answered, answered.answers);
    },
  };
}

export type RowTasks = ReturnType<typeof rowTasks>;
