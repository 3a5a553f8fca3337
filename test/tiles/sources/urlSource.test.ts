import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RangeReader } from '../../../src/tiles/sources/rangeReader';
import { UrlSource } from '../../../src/tiles/sources/urlSource';
import { type Answer, Host, serveRange } from '../support/misbehavingHost';

const file = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 251);

let host: Host;

beforeEach(async () => {
  host = await Host.serve(file);
});

afterEach(async () => {
  await host.close();
});

/**
 * Longer than a busy machine needs. A try that ends by its time is made again, and would get the answer that is meant for the
 * next.
 */
const PATIENT = 100_000;

function open({ timeout = PATIENT, retries = 2 } = {}): RangeReader {
  return new RangeReader(new UrlSource(host.url), { timeout, retries });
}

/** A 206 for the range with these headers, then this body. */
const partial =
  (headers: Record<string, string | number>, body: Uint8Array | null): Answer =>
  (response, { first, last }) => {
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}`, ...headers });
    response.end(body);
  };

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end('sorry');
  };

const hundred = file.subarray(0, 100);

describe('files at a URL', () => {
  it('a file is read by ranges, and its size is known after the first', async () => {
    const reader = open();
    expect(await reader.read(10, 20)).toEqual(file.slice(10, 30));
    expect(await reader.read(4990, 10)).toEqual(file.slice(4990));
    expect(reader.source.fileBytes).toBe(5000);
    expect(host.asked).toEqual([
      { first: 10, last: 29 },
      { first: 4990, last: 4999 },
    ]);
    expect(reader.bytesRead).toBe(30);
  });

  it('a file is read where a redirect leads', async () => {
    host.next.push(status(302, { Location: '/elsewhere' }), status(307, { Location: '/further' }));
    expect(await open().read(0, 100)).toEqual(hundred.slice());
    expect(host.asked).toHaveLength(3);
  });

  it.each([
    ['whose redirects do not end', () => host.url, /redirect count exceeded\): check the address$/],
    ['at a port that fetch refuses', () => 'http://127.0.0.1:1/city.slabs', /bad port\): check the address$/],
    ['at an address that is no URL', () => 'http://127.0.0.1:99999/city.slabs', /Invalid URL\): check the address$/],
    ['of a host without TLS', () => host.url.replace('http:', 'https:'), /cannot be fetched .*: check the address$/s],
  ])('a file %s fails at once', async (_, url, message) => {
    host.answer = status(302, { Location: '/city.slabs' });
    const reader = new RangeReader(new UrlSource(url()), { timeout: PATIENT, retries: 1e9 });
    await expect(reader.read(0, 100)).rejects.toThrow(message);
  });

  it('a file behind a redirect to another scheme fails at once', async () => {
    host.answer = status(302, { Location: 'ftp://127.0.0.1/city.slabs' });
    await expect(open({ retries: 1e9 }).read(0, 100)).rejects.toThrow(/HTTP\(S\) scheme\): check the address$/);
  });

  // Each is refused at once: another try would not help.
  it.each<[string, Answer, RegExp]>([
    ['answers with the whole file', (r) => r.writeHead(200).end(file), /answered 200 OK, which is the whole file: put/],
    ['has too short a file', status(416), /answered 416 .*the file is shorter/],
    ['has no such file', status(404), /answered 404 Not Found: check the address/],
    ['forbids it', status(403), /answered 403/],
    [
      'says that it sends another range',
      partial({ 'Content-Range': 'bytes 1-100/5000' }, hundred),
      /sent other ones \(Content-Range: bytes 1-100\/5000\)/,
    ],
    ['sends ranges of something else', partial({ 'Content-Range': 'lines 0-99/5000' }, hundred), /sent other ones/],
    ['sends a part of the range', serveRange(file.subarray(0, 50)), /Content-Range: bytes 0-49\/50/],
    [
      'does not say what it sends',
      (r) => r.writeHead(206, { 'Content-Length': 100 }).end(hundred),
      /does not say which bytes it sent/,
    ],
    ['announces more', partial({ 'Content-Length': 200 }, file.subarray(0, 200)), /says that it sends 200 bytes/],
    ['sends more', partial({}, file.subarray(0, 101)), /sent more than these 100 bytes/],
    ['compresses', partial({ 'Content-Encoding': 'gzip' }, hundred), /with the encoding gzip: turn off/],
    [
      'sends several parts',
      partial({ 'Content-Type': 'multipart/byteranges; boundary=x' }, hundred),
      /sent several parts/,
    ],
  ])('a file is rejected from a host that %s', async (_, answer, message) => {
    host.answer = answer;
    const reading = open().read(0, 100);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toMatchObject({ name: 'TileSourceError', isTemporary: false });
    await expect(reading).rejects.toThrow(`bytes 0 to 99 of ${host.url}`);
    expect(host.asked).toHaveLength(1);
    host.answer = serveRange(file);
    expect(await open().read(0, 100)).toEqual(hundred.slice());
  });

  it('a file is rejected from a host whose body never ends, and the connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      host.answer = (response, { first, last }) => {
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}` });
        const timer = setInterval(() => {
          response.write(Buffer.alloc(4096));
        }, 1);
        response.on('close', () => {
          clearInterval(timer);
          resolve();
        });
      };
    });
    await expect(open().read(0, 100)).rejects.toThrow(/sent more than these 100 bytes/);
    await closed;
  });

  it.each<[string, Answer]>([
    ['is out of order', status(500)],
    ['is overloaded', status(503)],
    ['gets too many requests', status(429)],
    ['has waited too long', status(408)],
    ['requests a pause', status(503, { 'Retry-After': '0' })],
    ['sends too little', partial({}, file.subarray(0, 99))],
    ['closes the connection', (response) => response.destroy()],
    [
      'closes the connection in the middle',
      (response, { first, last }) => {
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/5000`, 'Content-Length': 100 });
        response.write(file.subarray(0, 10), () => response.destroy());
      },
    ],
  ])('a read is retried if the host %s, and then given up', async (_, answer) => {
    host.next.push(answer, answer);
    expect(await open().read(0, 100)).toEqual(hundred.slice());
    expect(host.asked).toHaveLength(3);

    host.answer = answer;
    const failing = open({ retries: 1 }).read(0, 100);
    await expect(failing).rejects.toMatchObject({ name: 'TileSourceError', isTemporary: true });
    await expect(failing).rejects.toThrow(/tried 2 times/);
    expect(host.asked).toHaveLength(5);
  });

  // On a busy machine, the time of a good try may be over too, and the time of a bad one before the host has been asked.
  it.each<[string, Answer]>([
    ['does not answer', () => undefined],
    ['sends less than it has announced', partial({ 'Content-Length': 100 }, file.subarray(0, 99))],
    [
      'does not end its answer',
      (response, { first, last }) => {
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/5000` });
        response.write(file.subarray(0, 100));
      },
    ],
  ])('a read is retried after a time if the host %s, and then given up', async (_, answer) => {
    host.next.push(answer, answer);
    expect(await open({ timeout: 200, retries: 20 }).read(0, 100)).toEqual(hundred.slice());
    expect(host.next).toEqual([]);

    host.answer = answer;
    const failing = open({ timeout: 200, retries: 1 }).read(0, 100);
    await expect(failing).rejects.toMatchObject({ name: 'TileSourceError', isTemporary: true });
    await expect(failing).rejects.toThrow(/no answer within 200 ms: .*\(tried 2 times\)/);
  });

  it('a read is not retried sooner than the host wishes, and not at all if that takes too long', async () => {
    host.next.push(status(429, { 'Retry-After': '1' }));
    const began = Date.now();
    await open().read(0, 100);
    expect(Date.now() - began).toBeGreaterThanOrEqual(990);
    host.next.push(status(503, { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }));
    await expect(open().read(0, 100)).rejects.toThrow(/answered 503/);
    expect(host.asked).toHaveLength(3);
  });

  it.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['ETag', { ETag: '"a"' }, { ETag: '"b"' }, /its ETag was "a", and is "b" now: open the file again/],
    [
      'Last-Modified',
      { 'Last-Modified': 'Mon, 05 Jan 2026 10:00:00 GMT' },
      { 'Last-Modified': 'Mon, 05 Jan 2026 10:00:01 GMT' },
      /it was modified on Mon/,
    ],
  ])('a file is rejected once it has changed, by its %s', async (_, before, after, message) => {
    const reader = open();
    host.answer = serveRange(file, before);
    await reader.read(0, 10);
    await reader.read(10, 10);
    host.answer = serveRange(file, after);
    await expect(reader.read(0, 10)).rejects.toThrow(message);
    // A host that sends no such header any more is believed: ranges and checksums are left.
    host.answer = serveRange(file);
    await reader.read(0, 10);
  });

  it('a file is rejected once it has another size', async () => {
    const reader = open();
    await reader.read(0, 10);
    host.answer = serveRange(file.subarray(0, 4000));
    await expect(reader.read(0, 10)).rejects.toThrow(/it had 5000 bytes, and has 4000 now/);
  });

  it('a read stops with the signal: before, while it waits, while bytes come, and between retries', async () => {
    const reason = new Error('enough');
    await expect(open().read(0, 100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(host.asked).toHaveLength(0);

    const stalls: Answer[] = [
      () => undefined,
      (response, { first, last }) => {
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/5000` });
        response.write(file.subarray(0, 10));
      },
      status(503, { 'Retry-After': '15' }),
    ];
    for (const stall of stalls) {
      host.next.push(stall);
      const before = host.asked.length;
      const controller = new AbortController();
      const reading = open().read(0, 100, controller.signal);
      await expect.poll(() => host.asked.length).toBe(before + 1);
      controller.abort(reason);
      await expect(reading).rejects.toBe(reason);
    }
  });

  it('the error gives the reason if there is no such host', async () => {
    await host.close();
    await expect(open({ retries: 0 }).read(0, 1)).rejects.toThrow(/cannot be fetched \(fetch failed: .*\): check/);
    host = await Host.serve(file);
  });
});
