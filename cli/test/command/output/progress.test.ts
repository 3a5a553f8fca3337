import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/command/output/progress';

/** What some work shows on a terminal, or on a stream that is not one. */
function shown(isTTY: boolean, work: (progress: Progress) => void): string {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const progress = new Progress(stream);
  work(progress);
  progress.stop();
  return String(stream.read() ?? '');
}

function readAndBuild(progress: Progress): void {
  progress.start('reading', 8);
  progress.advance(2);
  progress.start('building');
}

describe('progress of a command', () => {
  it('the progress has a bar if the total is known, and none otherwise', () => {
    const [reading, building] = shown(true, readAndBuild).split('building');
    expect(reading).toContain('reading');
    expect(reading).toMatch(/█+░+ 25%/);
    expect(building).toMatch(/^ …[^█░%]*$/);
  });

  it('the progress is not shown without a terminal', () => {
    expect(shown(false, readAndBuild)).toBe('');
  });

  it('a message has a line of its own, also on a terminal with a bar', () => {
    const work = (progress: Progress): void => {
      progress.start('casting', 10);
      progress.note('Redis does not answer');
    };
    expect(shown(false, work)).toBe('Redis does not answer\n');
    expect(shown(true, work)).toContain('\r\u001b[KRedis does not answer\n');
  });
});
