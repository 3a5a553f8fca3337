import type { SceneHandle } from 'slabtree';
import { TaskPool } from 'slabtree/workers';

/** What a thread needs before its first task. */
export interface Attachment {
  /** The handle of a shared scene. Null if the tasks ask no scene. */
  handle: SceneHandle | null;
  /** The serialized names of the scene's boxes. Null for answers without names. */
  namesBytes: Uint8Array | null;
}

/** How many blocks are under way per thread, in each of its tasks: the current and the next. */
export const BLOCKS_PER_THREAD = 2;

/**
 * Starts threads that are attached to a scene and its names. If no thread can be started, the calling thread does all the work, and
 * the standard error says so.
 *
 * @param script the URL of the threads' script, which serves the tasks.
 * @param count the most threads.
 * @param tasksFor makes the same tasks on the calling thread.
 */
export function taskThreads<Tasks extends Record<keyof Tasks, (given: never) => unknown>>(
  script: string,
  count: number,
  attachment: Attachment,
  tasksFor: (attachment: Attachment) => Tasks,
): Promise<TaskPool<Tasks>> {
  const fallback = (notice: string) => {
    process.stderr.write(`one thread does all the work: ${notice}\n`);
    return tasksFor(attachment);
  };
  return TaskPool.create<Tasks>(script, { threads: count, data: attachment, fallback });
}
