import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/command/output/progress';
import { InputError } from '../../../src/command/text/errors';
import { verifyFile } from '../../../src/command/verify/verifyFile';
import { Random } from '../../../../test/support/random';
import { BothKinds } from '../support/bothKinds';

/** Verifies a file with these bytes, and returns the message of the error, after the path. Fails unless an InputError is thrown. */
async function damageOf(both: BothKinds, bytes: Uint8Array, change: object): Promise<string> {
  both.folder.write('damaged', bytes);
  const path = join(both.folder.path, 'damaged');
  const thrown: unknown = await verifyFile(path, new Progress(new PassThrough())).catch((reason: unknown) => reason);
  // The command prints other errors as a bug.
  expect({ change, thrown }).toEqual({ change, thrown: expect.any(InputError) as InputError });
  const { message } = thrown as InputError;
  expect(message.slice(0, path.length + 2)).toBe(`${path}: `);
  return message.slice(path.length + 2);
}

/** Verifies files with single bytes changed, and returns the messages of the errors. */
async function flipBytes(both: BothKinds, name: string, places: readonly number[]): Promise<string[]> {
  const bytes = both.folder.read(name);
  const errors: string[] = [];
  for (const at of places) {
    bytes[at] ^= 1 << (at % 8);
    errors.push(await damageOf(both, bytes, { at }));
    bytes[at] ^= 1 << (at % 8);
  }
  return errors;
}

/** Places in a file: all of its header's parts, and some chosen at random. */
function placesIn({ length }: Uint8Array, seed: number): number[] {
  const random = new Random(seed);
  const header = [0, 7, 8, 12, 16, 24, 40, 56, 100, 160, 184, 191];
  return [...header, ...Array.from({ length: 20 }, () => 192 + random.below(length - 192)), length - 1];
}

describe('verifyFile', () => {
  it('verifyFile finds each changed byte of a scene file and of its names', async () => {
    const both = await BothKinds.open();
    const bytes = both.folder.read('city.slab');
    const sceneBytes = Number(bytes.readBigUInt64LE(16));
    const inNames = [0, 8, 12, 16, 40].map((at) => sceneBytes + at);
    expect(bytes.length).toBeGreaterThan(sceneBytes + 64);
    await flipBytes(both, 'city.slab', [...placesIn(bytes, 1), ...inNames]);
  });

  it('verifyFile finds each changed byte of a file of tiles, and names the tile and its place', async () => {
    const both = await BothKinds.open();
    const bytes = both.folder.read('city.slabs');
    const indexAt = Number(bytes.readBigUInt64LE(40));
    const places = [...placesIn(bytes, 2), indexAt, indexAt + 9];
    const errors = await flipBytes(both, 'city.slabs', places);
    for (const [i, at] of places.entries()) {
      if (at < 192 || at >= indexAt) continue;
      const [, first, last] = /^tile \d+, bytes (\d+) to (\d+) of the file: its checksum/.exec(errors[i]) ?? [];
      expect(at).toBeGreaterThanOrEqual(Number(first));
      expect(at).toBeLessThanOrEqual(Number(last));
    }
  });

  it('verifyFile rejects files that are cut short or go on', async () => {
    const both = await BothKinds.open();
    for (const name of ['city.slab', 'city.slabs']) {
      const bytes = both.folder.read(name);
      for (const end of [0, 5, 100, 192, Math.floor(bytes.length / 2), bytes.length - 64, bytes.length - 1]) {
        await damageOf(both, bytes.subarray(0, end), { name, end });
      }
      await damageOf(both, Buffer.concat([bytes, Buffer.alloc(64)]), { name, longer: 64 });
    }
  });
});
