import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage until all of these are gone. Once may not be enough: what was new while a collection was under way stays until
 * the next one. Returns those that are still there.
 */
export async function stillHeld(references: readonly WeakRef<object>[]): Promise<object[]> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let time = 0; time < 5; time++) {
    // A WeakRef holds what it refers to until the job that made it, or read it, has ended.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return references.flatMap((reference) => reference.deref() ?? []);
}
