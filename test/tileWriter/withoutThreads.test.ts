import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
// The sources have no script of the threads beside them.
import { TileWriter } from '../../src/tileWriter/tileWriter';
import { Random } from '../support/random';
import { readTileFile } from '../support/readTileFile';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('if no thread can be started, the calling thread builds all tiles, and the console says so once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const random = new Random(5);
  const path = join(folder, 'alone.slabs');
  const writer = await TileWriter.create(path, { threads: 3, boxesPerTile: 50 });
  for (let i = 0; i < 1000; i++) {
    const [x, y, z] = random.triple(-99, 99);
    writer.addAabb({ min: { x, y, z }, max: { x: x + 1, y: y + 1, z: z + 1 } });
  }
  const { tiles } = await writer.finish();
  expect(tiles).toBeGreaterThanOrEqual(20);
  const file = readTileFile(Uint8Array.from(readFileSync(path)));
  expect([file.boxes, file.tiles.length]).toEqual([1000, tiles]);
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('slabtree/tile-writer builds tiles on the calling thread: threads could not be started')],
  ]);
});
