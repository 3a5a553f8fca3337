import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the name of the hits of a cast that is not complete: it has a hash of the path of the checkpoint. */
export function partialHitsName(folder: string, hits: string, checkpoint: string): string {
  const path = join(realpathSync(folder), checkpoint);
  return `${hits}.${createHash('sha256').update(path).digest('hex').slice(0, 16)}.partial`;
}
