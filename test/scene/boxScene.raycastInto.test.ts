import { describe, expect, it } from 'vitest';
import { BoxScene, type Hit } from 'slabtree';
import { Ray, Vector3 } from 'three';
import { backends, numbersOfHit } from '../support/compare';
import { expectComplaint, untyped } from '../support/errors';
import { interrupted } from '../support/hostileArguments';

const along = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 2, y: 0, z: 0 } };
const beside = { origin: { x: -1, y: 5, z: 0.5 }, direction: { x: 2, y: 0, z: 0 } };
const skew = { origin: { x: 5.3, y: 0.2, z: 9 }, direction: { x: 0, y: 0.01, z: -3 } };

const someHit = (): Hit => ({
  id: 7,
  t: 0.125,
  distance: -0,
  point: { x: 1, y: 2, z: 3 },
  normal: { x: 4, y: 5, z: 6 },
  inside: true,
  triangle: 8,
  u: 0.5,
  v: 0.25,
  front: false,
});

describe.each(backends)('the target of raycast (%s)', (backend) => {
  const create = (): BoxScene => {
    const scene = new BoxScene({ backend });
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    const turned = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1];
    scene.addObb({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 }, matrix: turned });
    return scene;
  };

  it('the target gets the answer in its own vectors, and is returned', () => {
    const into = someHit();
    const { point, normal } = into;
    expect(create().raycast(along, { into })).toBe(into);
    expect(into).toEqual({
      id: 0,
      t: 0.5,
      distance: 1,
      point: { x: 0, y: 0.5, z: 0.5 },
      normal: { x: -1, y: 0, z: 0 },
      inside: false,
      triangle: -1,
      u: 0,
      v: 0,
      front: true,
    });
    expect(into.point).toBe(point);
    expect(into.normal).toBe(normal);
  });

  it('the target stays as it was if nothing is hit', () => {
    const into = someHit();
    expect(create().raycast(beside, { into })).toBeNull();
    expect(into).toEqual(someHit());
  });

  it('a target can be written again and again, and may come from an earlier call', () => {
    const scene = create();
    const into = scene.raycast(along);
    if (into === null) throw new Error('the ray should hit');
    for (const ray of [skew, beside, along, skew]) {
      const hit = scene.raycast(ray);
      const before = numbersOfHit(into);
      expect(scene.raycast(ray, { into })).toBe(hit === null ? null : into);
      expect(numbersOfHit(into)).toEqual(hit === null ? before : numbersOfHit(hit));
    }
  });

  it('a later call without a target does not change the target', () => {
    const scene = create();
    const into = someHit();
    scene.raycast(along, { into });
    const before = numbersOfHit(into);
    expect(scene.raycast(skew)).not.toBe(into);
    expect(numbersOfHit(into)).toEqual(before);
  });

  it('a target may have the vectors of three.js', () => {
    const into: Hit = { ...someHit(), point: new Vector3(), normal: new Vector3() };
    const ray = new Ray(new Vector3(-1, 0.5, 0.5), new Vector3(2, 0, 0));
    expect(create().raycast(ray, { into })).toBe(into);
    expect(into.point).toEqual(new Vector3(0, 0.5, 0.5));
    expect(into.normal).toEqual(new Vector3(-1, 0, 0));
  });

  it("a target may have the ray's own vectors: the ray is read before", () => {
    const ray = structuredClone(along);
    const into: Hit = { ...someHit(), point: ray.origin, normal: ray.direction };
    expect(create().raycast(ray, { into })).toBe(into);
    expect(ray).toEqual({ origin: { x: 0, y: 0.5, z: 0.5 }, direction: { x: -1, y: 0, z: 0 } });
  });

  it('pick writes to a target, too', () => {
    const into = someHit();
    const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.5, -0.5, -20, 1];
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.02, -1, 0, 0, -2.02, 0];
    const pixel = { x: 400, y: 300, width: 800, height: 600 };
    expect(create().pick(pixel, { view, projection }, { into })).toBe(into);
    expect(into).toEqual(create().pick(pixel, { view, projection }));
  });

  it('the target may be undefined, as any option', () => {
    const options = { into: untyped(undefined) };
    expect(create().raycast(along, options)).toEqual(create().raycast(along));
  });

  it('the target is written after the callbacks, which may write it themselves', () => {
    const scene = create();
    const into = someHit();
    const filter = (): boolean => {
      scene.raycast(skew, { into });
      return true;
    };
    expect(scene.raycast(along, { into, filter })).toBe(into);
    expect(into).toEqual(scene.raycast(along));
  });

  it("the target gets the right answer if its getters or the ray's cast other rays", () => {
    const scene = create();
    const expected = scene.raycast(along);
    const into = someHit();
    const ask = (): void => {
      scene.raycast(skew, { tMin: -9, tMax: 99, solid: true });
      scene.raycast(skew, { filter: () => true });
      scene.raycastMany(new Float64Array([1, 2, 3, 4, 5, 6]));
    };
    expect(scene.raycast(interrupted(along, ask), interrupted({ into }, ask))).not.toBeNull();
    expect(into).toEqual(expected);
    expect(scene.raycast(interrupted(along, ask))).toEqual(expected);
    expect(scene.raycast(interrupted(skew, ask), interrupted({ tMin: 0 }, ask))).toEqual(scene.raycast(skew));
  });

  it('the target gets the right answer if a getter of the ray makes the memory grow', () => {
    const scene = create();
    const grow = interrupted(along, () => {
      scene.addAabbs(new Float32Array(6 * 4000).map((_, i) => 100 + (i % 6)));
    });
    expect(scene.raycast(grow, { into: someHit() })).toEqual(scene.raycast(along));
  });

  it('the target gets the right answer if its setters cast other rays', () => {
    const scene = create();
    const expected = scene.raycast(skew);
    const into = someHit();
    const noisy = <T extends object>(value: T): T =>
      new Proxy(value, {
        set: (target, key, part) => {
          scene.raycast(along);
          scene.raycast(along, { into: someHit() });
          return Reflect.set(target, key, part);
        },
      });
    const proxy = noisy({ ...into, point: noisy(into.point), normal: noisy(into.normal) });
    expect(scene.raycast(skew, { into: proxy })).toBe(proxy);
    expect(numbersOfHit(proxy)).toEqual(expected && numbersOfHit(expected));
  });

  const bad: [string, unknown, string][] = [
    ['null', null, 'null'],
    ['a number', 7, '7'],
    ['a function', () => null, 'a function'],
    ['a ray', along, 'an object'],
    ['without a point', { ...someHit(), point: undefined }, 'an object'],
    ['with an array for a point', { ...someHit(), point: [0, 0, 0] }, 'an object'],
    ['with a vector of two', { ...someHit(), normal: { x: 0, y: 1 } }, 'an object'],
    ['with a text', { ...someHit(), t: '1' }, 'an object'],
    ['without inside', { ...someHit(), inside: undefined }, 'an object'],
    ['without a triangle', { ...someHit(), triangle: undefined }, 'an object'],
    ['with one vector for both', { ...someHit(), point: along.origin, normal: along.origin }, 'an object'],
  ];

  it.each(bad)('raycast rejects a target that is no hit: %s', (_, into, shown) => {
    const scene = create();
    for (const ray of [along, beside]) {
      const call = () => scene.raycast(ray, { into: untyped(into) });
      expectComplaint(call, TypeError, [
        'options.into',
        '{ id, t, distance, point, normal, inside, triangle, u, v, front }',
        shown,
      ]);
    }
  });

  const readOnly: [string, () => Hit][] = [
    ['frozen', () => Object.freeze(someHit())],
    ['with a frozen point', () => ({ ...someHit(), point: Object.freeze({ x: 0, y: 0, z: 0 }) })],
    ['with a frozen normal', () => ({ ...someHit(), normal: Object.freeze({ x: 0, y: 0, z: 0 }) })],
    [
      'with a getter for t',
      () => ({
        ...someHit(),
        get t() {
          return 0.125;
        },
      }),
    ],
    [
      'with a getter for z of the normal',
      () => ({
        ...someHit(),
        normal: {
          x: 4,
          y: 5,
          get z() {
            return 6;
          },
        },
      }),
    ],
  ];

  it.each(readOnly)('raycast rejects a read-only target before anything is written: %s', (_, make) => {
    const scene = create();
    for (const ray of [along, beside]) {
      const into = make();
      const before = numbersOfHit(into);
      expectComplaint(() => scene.raycast(ray, { into }), TypeError, ['options.into', 'written', 'read-only']);
      expect(numbersOfHit(into)).toEqual(before);
    }
    expect(scene.raycast(along)?.id).toBe(0);
  });
});
