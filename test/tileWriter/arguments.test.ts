import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TileWriter } from 'slabtree/tile-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableOnce } from '../support/hostileArguments';
import { aabb } from '../support/publicCalls';
import { writerCalls, writerMakingCalls } from './support/writerCalls';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The bytes of a file, as text. */
async function fileFrom(make: (path: string) => unknown, fill: (writer: TileWriter) => unknown): Promise<string> {
  const path = join(folder, 'written.slabs');
  const writer = await make(path);
  if (!(writer instanceof TileWriter)) throw new Error('the call makes no writer');
  fill(writer);
  await writer.finish();
  return readFileSync(path, 'hex');
}

describe('arguments of TileWriter', () => {
  const same = (argument: unknown) => argument;

  it.each(writerMakingCalls)(
    '%s reads each argument once and uses the values that it checked',
    async (_, given, call) => {
      const fileFor = (change: (argument: unknown) => unknown) =>
        fileFrom(
          (path) => call(path, ...(given.map(change) as never[])),
          (writer) => writer.addAabb(aabb),
        );
      expect(await fileFor(readableOnce)).toBe(await fileFor(same));
    },
  );

  it.each(writerCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const fileFor = (change: (argument: unknown) => unknown) =>
      fileFrom(
        (path) => TileWriter.create(path, { threads: 1 }),
        (writer) => call(writer, ...(given.map(change) as never[])),
      );
    expect(await fileFor(readableOnce)).toBe(await fileFor(same));
  });
});
