import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BoxScene, type ByteStream, type Hit, SlabtreeFormatError } from 'slabtree';
import { addBox, backends, compareTrees, sceneOf } from '../support/compare';
import { compareAnswers } from '../support/compareAnswers';
import { expectComplaint, untyped } from '../support/errors';
import { cutOff } from '../support/hostileArguments';
import type { LoopBox } from '../support/loop';
import { Random } from '../support/random';
import { checksumsOf } from '../support/readSlabFile';
import { search } from '../support/runs';
import { boxesOf, type Family, familyNames, recipes, type WildFamily, wildFamilyNames } from '../support/scenes';
import { vec } from '../support/triple';

/** The scenes that each backend reads from a scene's file. */
function loadedOf(scene: BoxScene): BoxScene[] {
  const file = scene.serialize();
  return backends.map((backend) => BoxScene.deserialize(file, { backend }));
}

/** Fails unless all scenes write the same file. */
function expectSameFiles(first: BoxScene, others: readonly BoxScene[]): void {
  const file = Buffer.from(first.serialize());
  for (const other of others) expect(Buffer.from(other.serialize()).equals(file)).toBe(true);
}

/** Removes some boxes and adds others. */
function change(scene: BoxScene, loop: Map<number, LoopBox>, random: Random, family: WildFamily): void {
  for (const id of [...loop.keys()]) {
    if (!random.chance(0.2)) continue;
    scene.remove(id);
    loop.delete(id);
    const [box] = boxesOf(family, { count: 1, seed: random.below(1000) });
    if (random.chance(0.5)) loop.set(addBox(scene, box), box);
  }
}

describe('BoxScene.deserialize', () => {
  it('a scene from a file answers like a loop over the boxes, with any backend as writer and reader', async () => {
    await search(
      0.5,
      fc.property(
        fc.constantFrom(...familyNames),
        recipes(),
        fc.constantFrom(...backends),
        fc.boolean(),
        fc.nat(),
        (family: Family, recipe, backend, isChanged, seed) => {
          const random = new Random(seed);
          const masks = random.pick([[0xffffffff], [2], [1, 2, 3]]);
          const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick(masks) }));
          const { scene, loop } = sceneOf(boxes, backend, random.chance(0.5));
          if (isChanged) {
            scene.commit();
            change(scene, loop, random, family);
          }
          const loaded = loadedOf(scene);
          compareTrees(loaded);
          compareAnswers(loaded, loop, random);
        },
      ),
    );
  });

  it('a scene that never changed has its tree and bytes again after deserialization, for any boxes', async () => {
    await search(
      1,
      fc.property(
        fc.constantFrom(...wildFamilyNames),
        recipes(),
        fc.constantFrom(...backends),
        fc.boolean(),
        (family, recipe, backend, isChanged) => {
          const { scene, loop } = sceneOf(boxesOf(family, recipe), backend);
          scene.commit();
          if (isChanged) change(scene, loop, new Random(recipe.seed), family);
          const loaded = loadedOf(scene);
          compareTrees(isChanged ? loaded : [scene, ...loaded]);
          expectSameFiles(scene, loaded);
        },
      ),
    );
  });

  it('a scene from a file continues like the original: with its ids, quality and answers', () => {
    for (const backend of backends) {
      const { scene } = sceneOf(boxesOf('oriented boxes: rotation', { count: 500, seed: 1 }), backend);
      scene.commit();
      for (const id of [7, 3, 400, 12, 4]) scene.remove(id);
      const scenes = [scene, ...loadedOf(scene)];
      for (const { quality } of scenes) expect(quality).toBeCloseTo(scene.quality, 10);
      expect(scene.quality).not.toBe(1);
      const added = boxesOf('boxes of all kinds', { count: 8, seed: 2 });
      for (const other of scenes)
        expect(added.map((box) => addBox(other, box))).toEqual([4, 12, 400, 3, 7, 500, 501, 502]);
      for (const other of scenes) {
        other.optimize(1000);
        expect(raysOf(other)).toEqual(raysOf(scene));
      }
    }
  });

  it('a scene from a file may be shared, and an attached scene may write it', () => {
    for (const backend of backends) {
      const boxes = boxesOf('boxes of all kinds', { count: 80, seed: 5 });
      const { scene, loop } = sceneOf(boxes, backend);
      const removed = [4, 40, 7];
      for (const id of removed) {
        scene.remove(id);
        loop.delete(id);
      }
      const shared = BoxScene.deserialize(scene.serialize(), { backend, shared: true });
      expect([shared.isShared, shared.isReadOnly]).toEqual([true, false]);
      const attached = BoxScene.attach(shared.handle(), { backend });
      const copies = loadedOf(attached);
      compareAnswers([shared, attached, ...copies], loop, new Random(1));
      // An attached scene does not know in which order ids were freed.
      for (const copy of copies) {
        const ids = boxes.slice(0, 4).map((box) => addBox(copy, box));
        expect(ids).toEqual([...removed.sort((a, b) => a - b), 80]);
      }
      attached.detach();
    }
  });

  it('a file has at most 1.05 times the bytes of the scene, from a thousand boxes on', () => {
    for (const backend of backends) {
      for (const family of familyNames) {
        const boxes = boxesOf(family, { count: 1000, seed: 1 }).map((box, i) => ({ ...box, mask: i }));
        expect(boxes.length).toBe(1000);
        const { scene } = sceneOf(boxes, backend);
        const { byteLength } = scene.serialize();
        expect(byteLength / scene.byteLength).toBeLessThanOrEqual(1.05);
      }
    }
  });

  it.each(backends)(
    'a file of several megabytes has the checksum of its bytes, and is written again (%s)',
    (backend) => {
      const random = new Random(1);
      const scene = new BoxScene({ backend });
      const boxes = Float32Array.from({ length: 6 * 60_000 }, () => random.between(0, 1000));
      for (let at = 0; at < boxes.length; at += 6) for (let k = 0; k < 3; k++) boxes[at + k + 3] = boxes[at + k] + 1;
      scene.addAabbs(boxes);
      const changes = [
        () => undefined,
        // A run of duplicates, which is marked in the tree but not in the file.
        () => Array.from({ length: 20 }, () => scene.addAabb({ min: vec([5, 5, 5]), max: vec([6, 6, 6]) })),
        // Another order of records than that of the ids.
        () => {
          scene.setAabb(7, { min: vec([0.1, 0, 0]), max: vec([1, 1, 1]) });
        },
        () => {
          scene.remove(30_000);
        },
      ];
      for (const make of changes) {
        make();
        scene.optimize();
        const file = scene.serialize();
        expect(file.length).toBeGreaterThan(2 ** 22);
        expect(new DataView(file.buffer).getUint32(184, true)).toBe(checksumsOf(file)[1]);
        const read = backends.map((other) => BoxScene.deserialize(file, { backend: other }));
        expectSameFiles(scene, read);
      }
    },
  );

  it('a file may have no box or one box', () => {
    const empty = new BoxScene();
    for (const scene of loadedOf(empty)) {
      expect([scene.size, scene.bounds, scene.quality]).toEqual([0, null, 1]);
      expect(raysOf(scene)).toEqual([]);
      expect(scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) })).toBe(0);
      expect(raysOf(scene).length).toBeGreaterThan(0);
      const [again] = loadedOf(scene);
      expect(raysOf(again)).toEqual(raysOf(scene));
    }
  });
});

/** All hits of some rays. */
function raysOf(scene: BoxScene): Hit[] {
  const random = new Random(1);
  const rays = Array.from({ length: 20 }, () => ({
    origin: vec(random.triple(-9, 9)),
    direction: vec([0.5, 0.5, 0.5]),
  }));
  const centre = { origin: vec([0.5, 0.5, -2]), direction: vec([0, 0, 1]) };
  return [centre, ...rays].flatMap((ray) => scene.raycastAll(ray));
}

describe('bytes of a file', () => {
  const { scene } = sceneOf(boxesOf('boxes of all kinds', { count: 40, seed: 3 }), 'wasm');
  const file = scene.serialize();

  it('serialize returns a Uint8Array of its own buffer, which files, responses and blobs accept', async () => {
    const { buffer, byteOffset, byteLength } = file;
    expect(file).toBeInstanceOf(Uint8Array);
    expect([buffer.constructor, byteOffset, byteLength]).toEqual([ArrayBuffer, 0, buffer.byteLength]);
    expect(scene.serialize().buffer).not.toBe(buffer);
    const folder = mkdtempSync(join(tmpdir(), 'slabtree-file-'));
    await writeFile(join(folder, 'a.slab'), file);
    const read = [
      readFileSync(join(folder, 'a.slab')),
      await new Response(file).arrayBuffer(),
      await new Blob([file]).arrayBuffer(),
    ];
    rmSync(folder, { recursive: true });
    expectSameFiles(
      scene,
      read.map((bytes) => BoxScene.deserialize(bytes)),
    );
  });

  it('bytes may be a buffer, a shared buffer or a view, and the file may begin at any byte', () => {
    for (const byteOffset of [0, 1, 8, 13]) {
      const buffer = new ArrayBuffer(file.byteLength + 20);
      new Uint8Array(buffer).fill(0xff).set(file, byteOffset);
      const shared = new SharedArrayBuffer(buffer.byteLength);
      new Uint8Array(shared).set(new Uint8Array(buffer));
      for (const bytes of [buffer, shared, new Uint8Array(buffer), Buffer.from(buffer), new DataView(shared)]) {
        const loaded = BoxScene.deserialize(bytes, { byteOffset });
        expect(raysOf(loaded)).toEqual(raysOf(scene));
      }
      const later = new Uint8Array(buffer, byteOffset);
      expectSameFiles(scene, [
        BoxScene.deserialize(later),
        BoxScene.deserialize(buffer, { byteOffset, backend: 'js' }),
      ]);
    }
  });

  it('bytes are copied: later changes to them have no effect', () => {
    for (const backend of backends) {
      const bytes = file.slice();
      const loaded = BoxScene.deserialize(bytes, { backend });
      bytes.fill(7);
      expectSameFiles(scene, [loaded]);
    }
  });

  it('the error names bytes that were transferred', async () => {
    const { buffer } = file.slice();
    const views = [new Uint8Array(buffer), new DataView(buffer), Buffer.from(buffer)];
    structuredClone(buffer, { transfer: [buffer] });
    for (const gone of [buffer, ...views]) {
      expectComplaint(() => BoxScene.deserialize(gone), TypeError, ['buffer', 'transferred']);
    }
    await expect(BoxScene.deserializeStream([views[0] as Uint8Array])).rejects.toThrow('they were transferred');
  });

  it('the error names bytes whose buffer was made shorter', async () => {
    const bytes = cutOff(file);
    expectComplaint(() => BoxScene.deserialize(bytes), TypeError, ['buffer', 'their buffer was made shorter']);
    await expect(BoxScene.deserializeStream([bytes])).rejects.toThrow('their buffer was made shorter');
  });

  it('the error names a value without bytes, and an offset beyond the end', () => {
    const odd = 'bytes' as unknown as ArrayBuffer;
    expectComplaint(() => BoxScene.deserialize(odd), TypeError, ['buffer', '"bytes"']);
    expectComplaint(() => BoxScene.deserialize([1] as unknown as ArrayBuffer), TypeError, ['buffer', 'Array']);
    for (const byteOffset of [-1, 0.5, NaN, file.byteLength + 1]) {
      expectComplaint(() => BoxScene.deserialize(file, { byteOffset }), RangeError, ['byteOffset', String(byteOffset)]);
    }
    const text = '0' as unknown as number;
    expectComplaint(() => BoxScene.deserialize(file, { byteOffset: text }), TypeError, ['byteOffset', '"0"']);
  });
});

/** Cuts bytes into chunks of these lengths, over and over again. */
function chunked(file: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < file.byteLength; at += lengths[i++ % lengths.length]) {
    chunks.push(file.subarray(at, Math.min(at + lengths[i % lengths.length], file.byteLength)));
  }
  return chunks;
}

async function* iterate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}

describe('BoxScene.deserializeStream', () => {
  const { scene } = sceneOf(
    [
      ...boxesOf('boxes of all kinds', { count: 3000, seed: 3 }),
      ...boxesOf('oriented boxes: shear', { count: 1500, seed: 3 }),
    ].map((box, i) => ({ ...box, mask: i })),
    'wasm',
  );
  const file = scene.serialize();

  it('a stream may have chunks of any size, and may be an iterable, a ReadableStream or a Node stream', async () => {
    for (const lengths of [[1e9], [65_536], [1, 7, 64, 1000], [0, 191, 1, 1], [100_001]]) {
      const streams = [
        iterate(chunked(file, lengths)),
        chunked(file, lengths),
        new ReadableStream({
          start: (controller) => {
            for (const chunk of chunked(file, lengths)) controller.enqueue(chunk);
            controller.close();
          },
        }),
        Readable.from(chunked(file, lengths).map((chunk) => Buffer.from(chunk))),
      ] as ByteStream[];
      for (const stream of streams) {
        const loaded = await BoxScene.deserializeStream(stream, { backend: lengths.length > 1 ? 'js' : 'wasm' });
        compareTrees([scene, loaded]);
        expectSameFiles(scene, [loaded]);
      }
    }
  });

  it('the event loop runs every few milliseconds during a stream', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await BoxScene.deserializeStream(iterate(chunked(file, [50_000])), { backend: 'js' });
    clearImmediate(next);
    clock.mockRestore();
    expect(turns).toBeGreaterThan(5);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ['another kind', () => new TextEncoder().encode('x'.repeat(200)), 'does not begin'],
    ['a later version', (bytes) => withByte(bytes, 8, 3), 'version 3, but this slabtree reads versions 1 and 2'],
    ['version 0', (bytes) => withByte(bytes, 8, 0), 'version 0, but this slabtree reads versions 1 and 2'],
    ['a damaged header', (bytes) => withByte(bytes, 40, 77), 'checksum of its header'],
  ])('a stream is rejected and cancelled as soon as its bytes show %s', async (_, spoil, reason) => {
    let given = 0;
    let isCancelled = false;
    const chunks = chunked(spoil(file.slice()), [100]);
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(chunks[given++]);
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const error: unknown = await BoxScene.deserializeStream(stream as ByteStream).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SlabtreeFormatError);
    expect(String(error)).toContain(reason);
    expect([given <= 3, isCancelled]).toEqual([true, true]);
  });

  it('a stream is rejected if it ends too early or too late', async () => {
    const short = iterate(chunked(file.slice(0, file.byteLength - 1), [1000]));
    await expect(BoxScene.deserializeStream(short)).rejects.toThrow(`ends after ${file.byteLength - 1} of its`);
    const long = iterate([...chunked(file, [1000]), Uint8Array.of(0)]);
    await expect(BoxScene.deserializeStream(long)).rejects.toThrow('goes on after');
    await expect(BoxScene.deserializeStream(iterate([]))).rejects.toThrow('ends after 0 bytes');
  });

  it('the error names a value that is no stream, and chunks that are not bytes', async () => {
    const expected = 'chunks must be a ReadableStream or an iterable of Uint8Arrays, async or not, got ';
    for (const [odd, name] of [
      ['abc', '"abc"'],
      [null, 'null'],
      [5, '5'],
      [{}, 'an object'],
      [file, 'a value of type Uint8Array'],
      [{ getReader: 3 }, 'an object with getReader'],
      [{ getReader: () => null }, 'an object with getReader'],
      [{ [Symbol.asyncIterator]: 3 }, 'an object'],
      [{ [Symbol.iterator]: () => 3 }, 'an object'],
    ] as const) {
      await expect(BoxScene.deserializeStream(untyped(odd))).rejects.toThrow(new TypeError(expected + name));
    }
    for (const step of [undefined, 3]) {
      const stream = { [Symbol.asyncIterator]: () => ({ next: () => step }) };
      await expect(BoxScene.deserializeStream(untyped(stream))).rejects.toThrow(
        new TypeError(`each step of chunks must be an object, got ${String(step)}`),
      );
    }
    for (const chunk of ['text', undefined, 5, null]) {
      await expect(BoxScene.deserializeStream(untyped([chunk]))).rejects.toThrow(
        'each of chunks must be an ArrayBuffer',
      );
    }
  });

  it('a chunk of null or undefined does not end a stream: the chunk is rejected', async () => {
    for (const odd of [null, undefined]) {
      const chunks = [file, odd, new Uint8Array(1)];
      await expect(BoxScene.deserializeStream(untyped(chunks))).rejects.toThrow(
        `each of chunks must be an ArrayBuffer, a SharedArrayBuffer or a view of one, got ${String(odd)}`,
      );
    }
  });

  it('a stream need not respond when it is cancelled', async () => {
    const text = new TextEncoder().encode('x'.repeat(200));
    const never = () => new Promise<never>(() => undefined);
    const readable = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(text);
      },
      cancel: never,
    });
    const iterable = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: false, value: text }), return: never }),
    };
    for (const stream of [readable as ByteStream, iterable]) {
      await expect(BoxScene.deserializeStream(stream)).rejects.toThrow('does not begin like a slabtree file');
    }
  });

  it('a stream is cancelled if the options are wrong', async () => {
    for (const options of [{ backend: 'x' }, { signal: 'x' }, 5]) {
      const cancelled: unknown[] = [];
      const stream = new ReadableStream<Uint8Array>({ cancel: (reason) => void cancelled.push(reason) });
      const error: unknown = await BoxScene.deserializeStream(stream as ByteStream, untyped(options)).catch(
        (thrown: unknown) => thrown,
      );
      expect(String(error)).toContain('options');
      expect(cancelled).toEqual([error]);
    }
  });

  it('a stream is cancelled when a signal aborts, even while no bytes arrive', async () => {
    const reason = new Error('enough');
    for (const first of [[], [file]]) {
      for (const isBefore of [true, false]) {
        const cancelled: unknown[] = [];
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => {
            for (const chunk of first) controller.enqueue(chunk);
          },
          cancel: (why) => void cancelled.push(why),
        });
        const aborter = new AbortController();
        if (isBefore) aborter.abort(reason);
        const read = BoxScene.deserializeStream(stream as ByteStream, { signal: aborter.signal });
        setTimeout(() => {
          aborter.abort(reason);
        });
        await expect(read).rejects.toBe(reason);
        expect(cancelled).toEqual([reason]);
      }
    }
  });

  it('a stream ignores its signal once it is read', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const loaded = await BoxScene.deserializeStream(chunked(file, [50_000]), { signal });
    expectSameFiles(scene, [loaded]);
    expect(added.mock.calls.length).toBeGreaterThan(1);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  bytes[at] = byte;
  return bytes;
}
