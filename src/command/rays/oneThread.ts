import type { SceneHandle } from 'slabtree';
import { whyNoThread } from '../../threads/whyNoThread';

/** Tasks of a thread that are first attached to a scene and its names. */
interface AttachedTasks {
  attach(handle: SceneHandle | null, namesBytes: Uint8Array | null): void;
}

/**
 * Attaches the tasks of threads on the calling thread, which does all the work if no thread can be started, and says so.
 *
 * @param reason why the last thread could not be started.
 */
export function inOneThread<Tasks extends AttachedTasks>(
  tasks: Tasks,
  handle: SceneHandle | null,
  namesBytes: Uint8Array | null,
  reason: unknown,
): Tasks {
  tasks.attach(handle, namesBytes);
  process.stderr.write(`one thread does all the work: ${whyNoThread(reason)}\n`);
  return tasks;
}
