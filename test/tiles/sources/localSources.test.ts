import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource, type TileSource } from '../../../src/tiles/sources/openSource';
import { RangeReader } from '../../../src/tiles/sources/rangeReader';
import { UrlSource } from '../../../src/tiles/sources/urlSource';

const file = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 251);
let folder = '';
let path = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-sources-'));
  path = join(folder, 'city.slabs');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function reader(source: TileSource, timeout = 5000): Promise<RangeReader> {
  return new RangeReader(await openSource(source), { timeout, retries: 3 });
}

describe('files of this machine', () => {
  it('a file is read by its path, or by its URL', async () => {
    writeFileSync(path, file);
    for (const source of [path, pathToFileURL(path)]) {
      const from = await reader(source);
      expect(from.source.fileBytes).toBe(5000);
      expect(await from.read(100, 50)).toEqual(file.slice(100, 150));
      await from.source.close?.();
    }
  });

  it('a file is rejected if it is not there, or is shorter than the range', async () => {
    await expect(reader(join(folder, 'none'))).rejects.toThrow(/none cannot be opened: ENOENT/);
    const from = await reader(path);
    await expect(from.read(4990, 11)).rejects.toThrow(
      /bytes 4990 to 5000 of .*city.slabs: the file has only 5000 bytes/,
    );
    await from.source.close?.();
    await expect(from.read(0, 1)).rejects.toThrow(/bytes 0 to 0 of .* cannot be read: file closed/);
  });

  it('a file is rejected once it has been written to', async () => {
    const from = await reader(path);
    await from.read(0, 10);
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    await expect(from.read(0, 10)).rejects.toThrow(/has changed since it was opened: it was written to: open/);
    writeFileSync(path, file.subarray(0, 4000));
    await expect(from.read(0, 10)).rejects.toThrow(/it had 5000 bytes, and has 4000 now/);
    await from.source.close?.();
  });
});

describe('blobs', () => {
  it('a blob is read by ranges, and rejected where it ends', async () => {
    const from = await reader(new Blob([file]));
    expect(from.source.fileBytes).toBe(5000);
    expect(await from.read(100, 50)).toEqual(file.slice(100, 150));
    await expect(from.read(4990, 20)).rejects.toThrow(/bytes 4990 to 5009 of the blob: only 10 of 20/);
  });

  it('the error of a blob gives the reason if it cannot be read', async () => {
    const broken = {
      size: 9,
      name: 'my.slabs',
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
    };
    await expect((await reader(broken)).read(0, 9)).rejects.toThrow(/bytes 0 to 8 of my.slabs cannot be read \(gone\)/);
  });
});

describe('sources of the user', () => {
  it('a source gets the range and a signal', async () => {
    const from = await reader({
      read: (offset, length, options) => {
        expect(options.signal?.aborted).toBe(false);
        return Promise.resolve(file.subarray(offset, offset + length));
      },
    });
    expect(await from.read(100, 50)).toEqual(file.subarray(100, 150));
  });

  it.each<[string, unknown, RegExp]>([
    ['too few bytes', new Uint8Array(9), /bytes 0 to 9 of the source: source.read must give 10 bytes, got 9/],
    ['too many bytes', new Uint8Array(11), /got 11/],
    ['something else', 'bytes', /must give a Uint8Array, got "bytes"/],
    ['other numbers', new Float32Array(10), /must give a Uint8Array, got a value of type Float32Array/],
  ])('a source is rejected if it returns %s', async (_, given, message) => {
    await expect((await reader({ read: () => Promise.resolve(given as Uint8Array) })).read(0, 10)).rejects.toThrow(
      message,
    );
  });

  it('the error of a source reaches the query, also if it throws at once or never responds', async () => {
    const cause = new Error('no tape');
    const failing = await reader({
      name: 'the tape',
      read: () => {
        throw cause;
      },
    });
    await expect(failing.read(0, 10)).rejects.toMatchObject({
      message: 'bytes 0 to 9 of the tape cannot be read: no tape',
      cause,
    });
    const silent = new RangeReader(await openSource({ read: () => new Promise(() => undefined) }), {
      timeout: 50,
      retries: 0,
    });
    await expect(silent.read(0, 10)).rejects.toThrow(/no answer within 50 ms: check/);
  });

  it('a source is closed with the scene', async () => {
    let closed = 0;
    const source = await openSource({
      read: () => Promise.resolve(new Uint8Array(0)),
      close: () => {
        closed++;
      },
    });
    await source.close?.();
    expect(closed).toBe(1);
  });
});

it('an error names each source by its kind', () => {
  expect(openSource('https://example.com/city.slabs')).toBeInstanceOf(UrlSource);
  expect(openSource('HTTP://example.com/city.slabs')).toBeInstanceOf(UrlSource);
  expect(openSource(new URL('https://example.com/city.slabs'))).toBeInstanceOf(UrlSource);
  for (const wrong of [undefined, null, 7, {}, [], { read: 1 }]) {
    expect(() => openSource(wrong as never)).toThrow(TypeError);
  }
});
