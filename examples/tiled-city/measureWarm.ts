import type { TiledScene } from 'slabtree/tiles';
import type { TimeReadout } from '../site/timeReadout';

/** How long an answer is asked for again, in milliseconds: the clock of a page is too slow for one. */
const LONG_ENOUGH = 1;

/** Asks, and notes how long one answer takes, unless something has been read for it. */
export async function measureWarm<Answer>(
  scene: TiledScene,
  time: TimeReadout,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { bytesRead } = scene;
  const answer = await ask();
  if (scene.bytesRead !== bytesRead) return answer;
  const start = performance.now();
  let asked = 0;
  let passed = 0;
  while (passed < LONG_ENOUGH) {
    await ask();
    asked++;
    passed = performance.now() - start;
  }
  if (scene.bytesRead === bytesRead) time.note(passed / asked);
  return answer;
}
