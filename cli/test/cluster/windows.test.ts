import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { nearOrder } from '../../src/cluster/caller/nearOrder';
import { type ManyRays, RayBlocks, type Window, windowsOf } from '../../src/cluster/caller/windows';
import { errorOf } from '../../../test/support/expectOptions';
import { Random } from '../../../test/support/random';
import { search } from '../../../test/support/runs';

/** Rays with origins all over a cube, and directions of all kinds. */
function raysOf(seed: number, count: number): Float64Array {
  const random = new Random(seed);
  return Float64Array.from({ length: 6 * count }, () => random.between(-50, 50));
}

/** Returns an array of rays after its numbers were transferred elsewhere. */
function transferred(rays: Float64Array<ArrayBuffer>): Float64Array {
  structuredClone(rays, { transfer: [rays.buffer] });
  return rays;
}

async function all(rays: ManyRays, blockRays: number, windowRays: number): Promise<Window[]> {
  const found: Window[] = [];
  for await (const window of windowsOf(rays, blockRays, windowRays, new RayBlocks())) found.push(window);
  return found;
}

/** Answers that tell which ray they answer: the t of each is a number of the ray. */
const answer = ({ rays }: { rays: Float64Array }) => ({
  ids: Int32Array.from({ length: rays.length / 6 }, (_, i) => Math.floor(rays[6 * i + 5])),
  ts: Float64Array.from({ length: rays.length / 6 }, (_, i) => rays[6 * i]),
});

describe('windows of rays', () => {
  it('windows have each ray once, in blocks, and put the answers back in the order of the rays', async () => {
    const counts = fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 6 }), fc.nat(100));
    await search(
      1,
      fc.asyncProperty(fc.nat(), counts, async (seed, [count, blockRays, windowBlocks, part]) => {
        const rays = raysOf(seed, count);
        const parts = [rays.slice(0, 6 * Math.min(part, count)), rays.slice(6 * Math.min(part, count))];
        const windows = await all(parts, blockRays, blockRays * windowBlocks);
        expect(windows.slice(0, -1).every(({ rayCount }) => rayCount === blockRays * windowBlocks)).toBe(true);
        expect(
          windows.every(({ blocks }) => blocks.every(({ rayCount }) => rayCount > 0 && rayCount <= blockRays)),
        ).toBe(true);
        const answers = windows.map((window) => window.inOrder(window.blocks.map(answer)));
        expect(answers.flatMap(({ ts }) => [...ts])).toEqual([...answer({ rays }).ts]);
        expect(answers.flatMap(({ ids }) => [...ids])).toEqual([...answer({ rays }).ids]);
      }),
    );
  });

  it('windows do not read the given rays after the next are requested', async () => {
    const rays = raysOf(1, 8);
    const expected = [...answer({ rays }).ts];
    async function* reused(): AsyncGenerator<Float64Array> {
      yield await Promise.resolve(rays);
      rays.fill(NaN);
    }
    const [window] = await all(reused(), 4, 100);
    expect([...window.inOrder(window.blocks.map(answer)).ts]).toEqual(expected);
  });

  it('windows reject rays that are not valid, and name their place among all', async () => {
    const bad = raysOf(1, 3);
    bad.fill(0, 9, 12);
    await expect(all([raysOf(2, 5), bad], 4, 8)).rejects.toThrow('rays[39] (ray 6)');
    await expect(all([raysOf(2, 5), bad], 2, 2)).rejects.toThrow('rays[39] (ray 6)');
    bad[4] = NaN;
    await expect(all([raysOf(2, 5), bad], 4, 8)).rejects.toThrow('rays[34] (ray 5) must be a finite number, got NaN');
    await expect(all([new Float64Array(5)], 4, 8)).rejects.toThrow('rays must hold 6 numbers per ray');
  });

  it.each([
    ['an Int32Array', new Int32Array(6)],
    ['an array', [0, 0, 0, 0, 0, 1]],
    ['a number', 7],
    ['null', null],
    ['transferred', transferred(new Float64Array(6))],
    ['a part of a ray', new Float32Array(8)],
  ])('windows reject rays that are no rays as raycastMany does: %s', async (_, rays) => {
    const error = await errorOf(() => new BoxScene().raycastMany(rays as never));
    expect(error).toBeInstanceOf(Error);
    expect(await errorOf(() => all([rays as never], 4, 8))).toEqual(error);
  });

  it('windows may be of 32-bit rays, of rays from another realm, and of none', async () => {
    const rays = raysOf(3, 2);
    const foreign = runInNewContext('Float64Array.from(rays)', { rays }) as Float64Array;
    const windows = await all([new Float64Array(0), foreign, Float32Array.of(1, 2, 3, 4, 5, 6)], 4, 8);
    expect(windows.flatMap(({ blocks }) => blocks.flatMap(({ rays }) => [...rays]))).toEqual([
      ...rays,
      1,
      2,
      3,
      4,
      5,
      6,
    ]);
  });
});

it('answered blocks make room for further rays, in windows of one block and of several', async () => {
  for (const windowBlocks of [1, 3]) {
    const store = new RayBlocks();
    const rays = raysOf(6, 35);
    const used = new Set<Float64Array>();
    const ts: number[] = [];
    for await (const window of windowsOf(rays, 4, 4 * windowBlocks, store)) {
      ts.push(...window.inOrder(window.blocks.map(answer)).ts);
      for (const block of window.blocks) {
        used.add(block.rays);
        block.rays.fill(NaN);
        store.giveBack(block);
      }
    }
    expect(ts).toEqual([...answer({ rays }).ts]);
    expect(used.size).toBeLessThanOrEqual(2 * windowBlocks);
  }
});

describe('order of rays near each other', () => {
  it('the order has each ray once', () => {
    expect([...nearOrder(raysOf(3, 1000))].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('the order keeps rays together that start near each other', () => {
    const rays = raysOf(4, 4096);
    const order = nearOrder(rays);
    for (let block = 0; block < 8; block++) {
      const origins = Array.from(order.subarray(512 * block, 512 * (block + 1)), (i) =>
        rays.subarray(6 * i, 6 * i + 3),
      );
      // About an eighth of a cube whose sides are 100 long.
      const longest = [0, 1, 2].map(
        (k) => Math.max(...origins.map((o) => o[k])) - Math.min(...origins.map((o) => o[k])),
      );
      expect(Math.min(...longest)).toBeLessThan(70);
    }
  });

  it('the order keeps rays together that go the same way from one point', () => {
    const rays = raysOf(5, 4096).map((number, i) => (i % 6 < 3 ? 7 : number));
    const first = [...nearOrder(rays).subarray(0, 512)].map((i) => rays.subarray(6 * i + 3, 6 * i + 6));
    expect(first.every(([x]) => x <= 0)).toBe(true);
  });
});
