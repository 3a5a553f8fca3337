import { existsSync, renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { keptReadme } from './keptReadme';

/** Puts README.md back, as it was before `packReadme.ts`: at once, or after the end of npm, whose process id is given. */
const [npm, when] = process.argv.slice(2);
const kept = keptReadme(npm);
if (when === '--after-npm') while (existsSync(kept) && isRunning(Number(npm))) await setTimeout(50);
if (existsSync(kept)) renameSync(kept, 'README.md');

function isRunning(processId: number): boolean {
  try {
    // Signal 0 is not sent: it only asks.
    return process.kill(processId, 0);
  } catch (error) {
    // Another reason is that the process is another user's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
