import fc from 'fast-check';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { BoxScene, type BoxSceneOptions, type FloatArray } from 'slabtree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import { interrupted, lying, pretender, readableOnce, shared, transferred } from '../support/hostileArguments';
import { changeCalls, fillScene, queryCalls, type SceneCall } from '../support/publicCalls';
import { search } from '../support/runs';

const kinds: BoxSceneOptions[] = [
  { backend: 'js' },
  { backend: 'wasm' },
  { backend: 'js', shared: true },
  { backend: 'wasm', shared: true },
];

const box = { min: { x: 7, y: 7, z: 7 }, max: { x: 8, y: 8, z: 8 } };

/** Whether an argument is an array of numbers. */
function isNumbers(argument: unknown): argument is FloatArray {
  return argument instanceof Float32Array || argument instanceof Float64Array;
}

/** The bytes of a scene as text. Comparing arrays by `expect` takes long. */
function bytesOf(scene: BoxScene): string {
  return Buffer.from(scene.serialize()).toString('hex');
}

/** The outcome of a call: what it returns, and the bytes of the scene afterwards. */
function outcomeOf(scene: BoxScene, [, given, call]: SceneCall, change = (argument: unknown): unknown => argument) {
  const answer = call(scene, ...(given.map(change) as never[]));
  return { answer, bytes: bytesOf(scene) };
}

const calls = [...queryCalls, ...changeCalls];

describe.each(kinds)('a scene of $backend, shared: $shared', (options) => {
  const create = () => fillScene(new BoxScene(options));

  describe.each(calls)('%s', (...call) => {
    it('a call reads each argument once and uses the values that it checked', () => {
      expect(outcomeOf(create(), call, readableOnce)).toEqual(outcomeOf(create(), call));
    });

    it('a call returns the right answer if a getter queries the scene during the call', () => {
      const scene = create();
      const ask = (argument: unknown) =>
        interrupted(argument, () => {
          for (const [, others, query] of queryCalls) query(scene, ...(others as never[]));
        });
      expect(outcomeOf(scene, call, ask)).toEqual(outcomeOf(create(), call));
    });

    it('a call applies after a change that a getter makes during the call', () => {
      const change = (scene: BoxScene) => {
        scene.setAabb(2, box);
        scene.addAabb(box);
        scene.commit();
      };
      const scene = create();
      let interrupts = 0;
      const interrupt = () => {
        if (interrupts++ === 0) change(scene);
      };
      const outcome = outcomeOf(scene, call, (argument) => interrupted(argument, interrupt));
      const expected = create();
      if (interrupts > 0) change(expected);
      expect(outcome).toEqual(outcomeOf(expected, call));
    });
  });

  it.each(calls.filter(([, given]) => given.some(isNumbers)))(
    '%s accepts numbers in shared memory, and an array with a wrong length property',
    (...call) => {
      const expected = outcomeOf(create(), call);
      for (const other of [shared, lying]) {
        expect(outcomeOf(create(), call, (given) => (isNumbers(given) ? other(given) : given))).toEqual(expected);
      }
    },
  );

  it.each(calls.filter(([, given]) => given.some(isNumbers)))(
    '%s rejects transferred arrays, and objects that only claim to be arrays',
    (...call) => {
      const scene = create();
      const before = bytesOf(scene);
      const gone = (given: unknown) => (isNumbers(given) ? transferred(given.slice()) : given);
      expect(() => outcomeOf(scene, call, gone)).toThrow(TypeError);
      expect(() => outcomeOf(scene, call, gone)).toThrow(/must have its numbers, but its buffer was transferred/);
      const pretend = (given: unknown) => (isNumbers(given) ? pretender(given.length) : given);
      expect(() => outcomeOf(scene, call, pretend)).toThrow(/must be a Float32Array or a Float64Array/);
      expect(bytesOf(scene)).toEqual(before);
    },
  );

  it('a setter does not replace a box that a getter removes meanwhile, and no id is given out twice', () => {
    for (const replace of changeCalls.filter(([name]) => /^set(Aabb|Obb|Matrix)$/.test(name))) {
      const scene = create();
      const { size } = scene;
      const [, [id, argument], call] = replace;
      const remove = () => {
        if (scene.has(Number(id))) scene.remove(Number(id));
      };
      expect(() => call(scene, ...([id, interrupted(argument, remove)] as never[]))).toThrow(/must be the id of a box/);
      expect(scene.size).toBe(size - 1);
      expect([scene.addAabb(box), scene.addAabb(box)].sort()).toEqual([id, size]);
    }
  });

  it('raycastMany casts the rays of its argument, even if a callback changes them', () => {
    const scene = create();
    const rays = Float64Array.from({ length: 6 * 100 }, (_, i) => (i % 6 === 5 ? 1 : i % 6 === 2 ? -9 : 0.5));
    const expected = scene.raycastMany(rays, { filter: () => true });
    const inPlace = rays.slice();
    expect(scene.raycastMany(inPlace, { filter: () => inPlace.fill(NaN).length > 0 })).toEqual(expected);
    const gone = rays.slice();
    const filter = () => {
      if (gone.length > 0) transferred(gone);
      return true;
    };
    expect(scene.raycastMany(gone, { filter })).toEqual(expected);
  });

  it('raycastMany rejects rays that a getter of the options transfers', () => {
    const rays = Float64Array.of(0.5, 0.5, -5, 0, 0, 1);
    const hostile = {
      get tMin() {
        transferred(rays);
        return 0;
      },
    };
    expect(() => create().raycastMany(rays, hostile)).toThrow(/its buffer was transferred/);
  });

  it('the scene stays valid if its arguments change in any way while they are read', async () => {
    const parts = fc.infiniteStream(
      fc.oneof(fc.constantFrom(NaN, Infinity, -1e308, 1e308, 0, -0, '1', null, undefined, {}, 7), fc.double()),
    );
    await search(
      2,
      fc.property(fc.constantFrom(...calls), parts, fc.nat({ max: 20 }), (call, stream, calm) => {
        const scene = create();
        let reads = 0;
        const erratic = (argument: unknown): unknown => {
          if (typeof argument !== 'object' || argument === null || ArrayBuffer.isView(argument)) return argument;
          return new Proxy(argument, {
            get: (target, key) => {
              if (key === Symbol.iterator || key === Symbol.toStringTag) return Reflect.get(target, key) as unknown;
              return reads++ < calm ? erratic(Reflect.get(target, key)) : (stream.next().value as unknown);
            },
          });
        };
        const before = bytesOf(scene);
        try {
          outcomeOf(scene, call, erratic);
        } catch (error) {
          if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
          expect(error.message).toMatch(/must/);
          expect(bytesOf(scene)).toEqual(before);
        }
        validate(scene[INTERNALS].currentTree());
        expect(bytesOf(BoxScene.deserialize(scene.serialize()))).toEqual(bytesOf(scene));
      }),
    );
  });
});

describe('arguments that another thread writes', () => {
  let worker: Worker | null = null;

  afterEach(async () => {
    await worker?.terminate();
  });

  it.each(kinds.slice(0, 2))(
    'the scene stays valid, and rejects the bad values that it reads: $backend',
    async ({ backend }) => {
      const numbers = shared(new Float64Array(16 * 6 * 20));
      const boxes = numbers.subarray(0, 6 * 200) as Float64Array;
      const matrices = numbers.subarray(0, 16 * 100) as Float64Array;
      // The numbers are valid as boxes, rays and matrices at most times. At some moments all are NaN or inside out.
      worker = new Worker(
        `const { workerData, parentPort } = require('node:worker_threads');
      const numbers = new Float64Array(workerData);
      const good = numbers.map((_, i) => [1, 0, 0, 2, 2, 2][i % 6]);
      const identity = numbers.map((_, i) => (i % 16 % 5 === 0 ? 1 : 0));
      parentPort.postMessage('ready');
      for (let turn = 0; ; turn++) {
        if (turn % 2 === 0) numbers.set(turn % 4 === 0 ? good : identity);
        else numbers.fill([NaN, -Infinity, 0][turn % 3]);
      }`,
        { eval: true, workerData: numbers.buffer },
      );
      await new Promise((resolve) => worker?.once('message', resolve));
      const identities = Float64Array.from({ length: 16 * 100 }, (_, i) => ((i % 16) % 5 === 0 ? 1 : 0));
      const attempts: ((scene: BoxScene) => unknown)[] = [
        (scene) => scene.addAabbs(boxes),
        (scene) => {
          scene.setAabbs(0, boxes);
        },
        (scene) => scene.addObbs(box, matrices),
        (scene) => {
          scene.setMatrices(200, matrices);
        },
        (scene) => scene.raycastMany(boxes),
        (scene) => scene.raycastMany(boxes, { filter: () => true }),
      ];
      let done = 0;
      // On a busy machine it may take longer until one finds good numbers.
      for (const end = Date.now() + 400; Date.now() < end || done === 0;) {
        const scene = new BoxScene({ backend: backend ?? 'auto' });
        scene.addAabbs(new Float64Array(6 * 200));
        scene.addObbs(box, identities);
        for (const attempt of attempts) {
          try {
            attempt(scene);
            done++;
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            expect((error as Error).message).toMatch(/^(boxes|matrices|rays)/);
          }
        }
        validate(scene[INTERNALS].currentTree());
        // This throws if a number is not finite, or a box is inside out.
        BoxScene.deserialize(scene.serialize());
      }
    },
  );
});
