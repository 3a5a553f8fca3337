import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { BoxScene } from 'slabtree';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { castInThreads } from '../../../src/command/rays/castInThreads';
import { castThreads } from '../../../src/command/rays/castThreads';
import { csvRayBlocks } from '../../../src/command/rays/readCsvRays';
import { secondsPass, silentScript } from '../../workers/support/silentScript';
import { chunksOf } from '../support/chunks';
import { program } from '../support/command';

/** The script of the threads, beside the built program. */
const castScript = new URL('castThread.js', pathToFileURL(program)).href;

/** The threads that the process starts during a test. A thread that has ended has the id -1. */
function threadsStarted(): Worker[] {
  const threads: Worker[] = [];
  const add = (thread: Worker) => void threads.push(thread);
  process.on('worker', add);
  onTestFinished(() => void process.off('worker', add));
  return threads;
}

async function cast(scene: BoxScene, text: string): Promise<void> {
  const pool = castThreads(castScript, 2, scene, null);
  const answers = castInThreads(pool, 2, csvRayBlocks(chunksOf(text, 12)), {}, 'csv');
  try {
    while ((await answers.next()).done !== true);
  } finally {
    await pool.end();
  }
}

describe('castInThreads', () => {
  it.each<[string, string, string, typeof secondsPass]>([
    ['cannot be loaded', 'data:text/javascript,throw new Error("no script")', 'no script', (run) => run()],
    ['never answers', silentScript, 'its script did not answer in 10 seconds', secondsPass],
  ])('without threads, as their script %s, the calling thread answers, and says so once', async (...given) => {
    const [, script, reason, inTime] = given;
    const scene = new BoxScene({ shared: true });
    scene.addAabb({ min: { x: -1, y: -1, z: 2 }, max: { x: 1, y: 1, z: 3 } });
    const notices: unknown[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => notices.push(text) > 0);
    const text = '0,0,0,0,0,1\n9,0,0,0,0,1\n0,0,1,0,0,1\n';
    const answer = async (script: string) => {
      const pool = castThreads(script, 2, scene, null);
      const bytes: Uint8Array[] = [];
      const blocks = csvRayBlocks(chunksOf(text, 12));
      for await (const answered of castInThreads(pool, 2, blocks, {}, 'csv')) bytes.push(answered.bytes);
      await pool.end();
      return Buffer.concat(bytes).toString();
    };
    const expected = await answer(castScript);
    expect(notices).toEqual([]);
    expect(await inTime(() => answer(script))).toBe(expected);
    expect(notices).toEqual([expect.stringContaining('one thread does all the work: threads could not be started')]);
    expect(notices[0]).toContain(reason);
  });

  it('threads end if they cannot attach to the scene', async () => {
    const threads = threadsStarted();
    await expect(cast(new BoxScene(), '0,0,0,0,0,1\n')).rejects.toThrow('shared');
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  });

  it('an invalid line is reported before the failure of a thread that has later lines', async () => {
    const scene = new BoxScene({ shared: true });
    const handle = scene.handle();
    vi.spyOn(scene, 'handle')
      .mockReturnValueOnce(handle)
      .mockImplementation(() => {
        throw new Error('no handle');
      });
    const threads = threadsStarted();
    await expect(cast(scene, '0,0,0,0,0,a\n0,0,0,0,0,1\n')).rejects.toThrow('1:11: expected a number, got "a"');
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });
});
