import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/command/output/progress';

/** What is shown on a terminal, or on what is none. */
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

describe('what a command is at', () => {
  it('is shown with a bar where it is known how much there is to do, and without one where it is not', () => {
    const [reading, building] = shown(true, readAndBuild).split('building');
    expect(reading).toContain('reading');
    expect(reading).toMatch(/█+░+ 25%/);
    expect(building).toMatch(/^ …[^█░%]*$/);
  });

  it('is not shown where there is no terminal', () => {
    expect(shown(false, readAndBuild)).toBe('');
  });
});
