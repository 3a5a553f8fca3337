import type { TiledScene } from 'slabtree/tiles';
import type { TimeReadout } from '../site/timeReadout';

/** How long a query is repeated, in milliseconds: the clock of a page is too slow for one answer. */
const LONG_ENOUGH = 1;

/** Runs a query, and notes how long one answer takes, unless tiles were read for it. */
export async function measureWarm<Answer>(
  scene: TiledScene,
  time: TimeReadout,
  query: () => Promise<Answer>,
): Promise<Answer> {
  const { bytesRead } = scene;
  const answer = await query();
  if (scene.bytesRead !== bytesRead) return answer;
  const start = performance.now();
  let answers = 0;
  let passed = 0;
  while (passed < LONG_ENOUGH) {
    await query();
    answers++;
    passed = performance.now() - start;
  }
  if (scene.bytesRead === bytesRead) time.note(passed / answers);
  return answer;
}
