import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type SweepHit } from 'slabtree';
import { addBox, backends, scenesOf } from '../support/compare';
import { expectComplaint, untyped } from '../support/errors';
import { type MeshKind, meshKinds, type MeshScenes, meshScenesOf } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes, wildFamilyNames } from '../support/scenes';
import {
  contactsOf,
  motionAmong,
  nearestTo,
  overlapOf,
  pointOf,
  shapeNear,
  sweepOptionsAmong,
  sweepsOf,
} from '../support/shapeLoop';
import { type Triple, vec } from '../support/triple';

/** Scenes of instances and boxes. */
function scenesAmong(random: Random, kind: MeshKind): MeshScenes {
  const made = meshScenesOf(random, kind);
  for (const box of boxesOf(random.pick(familyNames), { count: random.below(20), seed: random.below(1e6) })) {
    const masked = { ...box, mask: random.pick([1, 2, 3]) };
    const [id] = made.scenes.map((scene) => addBox(scene, masked));
    made.loop.boxes.set(id, masked);
  }
  return made;
}

function expectAll({ scenes }: MeshScenes, answer: (scene: BoxScene) => unknown, expected: unknown): void {
  for (const scene of scenes) expect(answer(scene)).toEqual(expected);
}

describe.each(meshKinds)('shapes in a scene of %s', (kind) => {
  it('sweep, sweepAny and sweepAll equal the loop over sweep', async () => {
    await search(
      0.25,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const made = scenesAmong(random, kind);
        for (let i = 0; i < 6; i++) {
          const shape = shapeNear(random, made);
          const motion = motionAmong(random, made, pointOf(shape));
          const options = sweepOptionsAmong(random);
          const hits = sweepsOf(made.loop, shape, motion, options);
          expectAll(
            made,
            (scene) => [
              scene.sweep(shape, motion, options),
              scene.sweepAny(shape, motion, options),
              scene.sweepAll(shape, motion, options),
            ],
            [hits.at(0) ?? null, hits.length > 0, hits],
          );
        }
      }),
      2,
    );
  });

  it('sweepMany has the features and the normals of faces that the loop over sweep has', async () => {
    await search(
      0.25,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const made = scenesAmong(random, kind);
        const motions: number[] = [];
        const features: number[] = [];
        const faceNormals: number[] = [];
        for (let i = 0; i < 10; i++) {
          const center = pointOf(shapeNear(random, made));
          const radius = random.pick([0, 0.25, 1]);
          const motion = motionAmong(random, made, center);
          motions.push(center.x, center.y, center.z, radius, motion.x, motion.y, motion.z);
          const hit = sweepsOf(made.loop, { center, radius }, motion).at(0);
          features.push(hit === undefined ? -1 : ['vertex', 'edge', 'face'].indexOf(hit.feature));
          const { x, y, z } = hit?.faceNormal ?? vec([0, 0, 0]);
          faceNormals.push(x, y, z);
        }
        const expected = { features: Int32Array.from(features), faceNormals: Float64Array.from(faceNormals) };
        expectAll(
          made,
          (scene) => {
            const found = scene.sweepMany('sphere', Float64Array.from(motions), { features: true });
            return { features: found.features, faceNormals: found.faceNormals };
          },
          expected,
        );
        expectAll(made, (scene) => 'features' in scene.sweepMany('sphere', Float64Array.from(motions)), false);
      }),
      2,
    );
  });

  it('contacts equal the loop over contact', async () => {
    await search(
      0.25,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const made = scenesAmong(random, kind);
        for (let i = 0; i < 6; i++) {
          const shape = shapeNear(random, made);
          const options = {
            within: random.pick([0, 0, 1e-6, 0.1, 5]),
            boxesOnly: random.chance(0.2),
            ...(random.chance(0.2) && { mask: random.pick([1, 2, 0]) }),
            ...(random.chance(0.2) && { filter: (id: number) => id % 3 !== 0 }),
          };
          const expected = contactsOf(made.loop, shape, options);
          expectAll(made, (scene) => scene.contacts(shape, options), expected);
        }
      }),
      2,
    );
  });

  it('overlap and nearest of any shape equal the loops over overlaps and closestPoints', async () => {
    await search(
      0.25,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const made = scenesAmong(random, kind);
        for (let i = 0; i < 6; i++) {
          const shape = shapeNear(random, made);
          const overlapping = overlapOf(made.loop, shape);
          const nearest = nearestTo(made.loop, shape, { count: 3 });
          expectAll(
            made,
            (scene) => [
              [...scene.overlap(shape).toArray()].sort((a, b) => a - b),
              scene.overlapTriangles(shape).map(({ id, triangles }) => [id, [...triangles]]),
              scene.nearest(shape, { count: 3 }),
            ],
            [
              [...overlapping.keys()].sort((a, b) => a - b),
              [...overlapping].filter(([, triangles]) => triangles.length > 0),
              nearest,
            ],
          );
        }
      }),
      2,
    );
  });
});

/** Matrices whose numbers overflow are left out: their contacts are meaningless, and a tree may or may not find them. */
const families = wildFamilyNames.filter((family) => family !== 'matrices whose numbers overflow');

it.each(families)(
  'sweep, contacts, overlap and nearest of any shape equal the loops over boxes: %s',
  async (family) => {
    await search(
      0.2,
      fc.property(recipes(), fc.noShrink(fc.nat()), (recipe, seed) => {
        const random = new Random(seed);
        const { scenes, loop: boxes } = scenesOf(boxesOf(family, recipe));
        const made: MeshScenes = { scenes, loop: { boxes, instances: new Map() } };
        for (let i = 0; i < 6; i++) {
          const shape = shapeNear(random, made);
          const motion = motionAmong(random, made, pointOf(shape));
          const options = sweepOptionsAmong(random);
          const within = random.pick([0, 0.1]);
          const hits = sweepsOf(made.loop, shape, motion, options);
          const overlapping = overlapOf(made.loop, shape);
          expectAll(
            made,
            (scene) => [
              scene.sweep(shape, motion, options),
              scene.sweepAll(shape, motion, options),
              scene.contacts(shape, { within }),
              [...scene.overlap(shape).toArray()].sort((a, b) => a - b),
              scene.nearest(shape, { count: 3 }),
            ],
            [
              hits.at(0) ?? null,
              hits,
              contactsOf(made.loop, shape, { within }),
              [...overlapping.keys()].sort((a, b) => a - b),
              nearestTo(made.loop, shape, { count: 3 }),
            ],
          );
        }
      }),
      2,
    );
  },
);

describe.each(backends)('BoxScene.sweep (%s)', (backend) => {
  const ball = { center: vec([0, 5, 0]), radius: 0.5 };
  const down = vec([0, -10, 0]);

  it('of equal hits the smallest id comes first, and of overlaps at the start the deepest', () => {
    const scene = new BoxScene({ backend });
    for (const y of [0, 0, 1, -1]) scene.addAabb({ min: vec([-1, y - 1, -1]), max: vec([1, y, 1]) });
    expect(scene.sweep(ball, down)?.id).toBe(2);
    scene.remove(2);
    expect(scene.sweep(ball, down)?.id).toBe(0);
    const deep = { center: vec([0, -1, 0]), radius: 0.75 };
    const hits = scene.sweepAll(deep, down);
    expect(hits.map(({ id }) => id)).toEqual([0, 1, 3]);
    expect(hits.map(({ depth }) => depth)).toEqual([0.75, 0.75, 0.75]);
  });

  it('sweep writes to the hit in into, and leaves it as it is without a hit', () => {
    const scene = new BoxScene({ backend });
    const id = scene.addAabb({ min: vec([-1, -1, -1]), max: vec([1, 0, 1]) });
    const into: SweepHit = {
      id: -1,
      triangle: 7,
      t: 9,
      distance: 9,
      point: vec([9, 9, 9]),
      normal: vec([9, 9, 9]),
      startsOverlapping: true,
      depth: 9,
      feature: 'edge',
      faceNormal: vec([9, 9, 9]),
    };
    const { point, normal, faceNormal } = into;
    expect(scene.sweep(ball, vec([0, 1, 0]), { into })).toBeNull();
    expect(into.t).toBe(9);
    expect(scene.sweep(ball, down, { into })).toBe(into);
    expect(into).toEqual(scene.sweep(ball, down));
    expect(into).toMatchObject({ id, triangle: -1, t: 0.45, startsOverlapping: false, feature: 'face' });
    expect(into.point).toBe(point);
    expect(into.normal).toBe(normal);
    expect(into.faceNormal).toBe(faceNormal);
  });

  it('hits and contacts of mirrored instances have the normal of the face that is met, whichever way the corners go', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(new Float64Array([-5, 0, -5, 0, 0, 9, 5, 0, -5]));
    scene.addInstance(mesh);
    scene.addInstance(mesh, [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20, 0, 0, 1]);
    for (const x of [0, 20]) {
      for (const side of [1, -1]) {
        const above = { center: vec([x, 2 * side, 0]), radius: 0.5 };
        const met = { id: x / 20, feature: 'face', faceNormal: vec([0, side, 0]) };
        expect(scene.sweep(above, vec([0, -4 * side, 0]))).toMatchObject(met);
        expect(scene.contacts(above, { within: 2 })).toMatchObject([met]);
        // Beyond the edge at z = -5.
        const beside = { center: vec([x, 0.25 * side, -7]), radius: 0.5 };
        expect(scene.sweep(beside, vec([0, -0.0625 * side, 4]))).toMatchObject({ ...met, feature: 'edge' });
      }
    }
  });

  it('contacts and overlap end exactly at the plane of a triangle, on both sides of it, whatever the size of the shape', () => {
    const scene = new BoxScene({ backend });
    // A slope of 3 : 4, whose unit normal is (-0.6, 0.8, 0).
    const slope = scene.addMesh(new Float64Array([-4, -3, -9, 4, 3, -9, 4, 3, 9, -4, -3, -9, 4, 3, 9, -4, -3, 9]));
    scene.addInstance(slope, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1024, 0, 0, 1]);
    for (const size of [2 ** -30, 2 ** -8, 1, 4]) {
      for (const side of [1, -1]) {
        const above = (height: number) => vec([1024 - 0.6 * side * height, 0.8 * side * height, 0]);
        const shapes = [
          (height: number) => ({ center: above(height + size), radius: size }),
          (height: number) => ({ a: above(height + size), b: above(height + 3 * size), radius: size }),
          (height: number) => ({ a: above(height), b: above(height + size), c: above(height + 2 * size) }),
        ];
        for (const shape of shapes) {
          expect(scene.contacts(shape(1.5 * size), { within: 1.5 * size + 2 ** -30 }).length).toBeGreaterThan(0);
          expect(scene.contacts(shape(1.5 * size), { within: 1.5 * size - 2 ** -31 })).toEqual([]);
          expect(scene.overlap(shape(2 ** -30)).size).toBe(0);
          expect(scene.overlap(shape(-(2 ** -31))).size).toBe(1);
        }
        expect(scene.contacts(above(size), { within: size + 2 ** -30 }).length).toBeGreaterThan(0);
        expect(scene.contacts(above(size), { within: size - 2 ** -31 })).toEqual([]);
      }
    }
  });

  it('overlap, contacts and nearest agree whether needles touch, however badly their axes are rounded', () => {
    const scene = new BoxScene({ backend });
    const corners: Triple[] = [
      [-1.1798901652727607, 0.6120549769105976, 2.0100682253998565],
      [-1.9290740767984893, 1.0851705069058, 2.4736253010532945],
      [-4.176617885480084, 2.5045646469382516, 3.8642608044468183],
    ];
    scene.addInstance(scene.addMesh(new Float64Array(corners.flat())));
    scene.addAabb({ min: vec([3, 0, 0]), max: vec([4, 1, 1]) });
    const needle = {
      a: vec([-2.341234235129461, 1.3454695395960268, 2.728639375381996]),
      b: vec([-2.3412400651924696, 1.3454637424673477, 2.7286682267886238]),
      c: vec([-2.3412371501609655, 1.3454666410316873, 2.7286538010853096]),
    };
    // 2.7284e-12 apart, by exact arithmetic.
    expect(scene.overlap(needle).size).toBe(0);
    expect(scene.contacts(needle)).toEqual([]);
    expect(scene.nearest(needle, { maxDistance: 2.7e-12 })).toEqual([]);
    expect(scene.nearest(needle, { maxDistance: 2.75e-12 })).toMatchObject([{ id: 0 }]);
    const touching = { ...needle, c: vec(corners[1]) };
    expect(scene.overlap(touching).toArray()).toEqual(Uint32Array.of(0));
    expect(scene.contacts(touching)).toMatchObject([{ id: 0, depth: 0 }]);
    expect(scene.nearest(touching, { maxDistance: 0 })).toMatchObject([{ id: 0, distance: 0 }]);
  });

  it('sweepMany finds what sweep finds, for each kind of shape', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(new Float64Array([-5, 0, -5, 0, 0, 9, 5, 0, -5]));
    scene.addInstance(mesh);
    scene.addAabb({ min: vec([-1, 1, -1]), max: vec([1, 2, 1]) });
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1];
    const kinds = {
      point: [0, 5, 0],
      sphere: [3, 5, 0, 0.5],
      capsule: [0, 5, 0, 0, 6, 0, 0.5],
      triangle: [3, 5, 0, 2, 6, 0, 4, 5, 1],
      aabb: [0, 5, 0, 1, 6, 1],
      obb: [0, 0, 0, 1, 1, 1, ...identity],
      roundedAabb: [0, 5, 0, 1, 6, 1, 0.25],
      roundedObb: [0, 0, 0, 1, 1, 1, ...identity, 0.25],
    } as const;
    const y = {
      point: 2,
      sphere: 0.5,
      capsule: 2.5,
      triangle: 0,
      aabb: 2,
      obb: 2,
      roundedAabb: 2.25,
      roundedObb: 2.25,
    };
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      const many = scene.sweepMany(kind, Float64Array.from([...kinds[kind], 0, -10, 0, ...kinds[kind], 0, 10, 0]));
      expect(many.ids).toEqual(Int32Array.of(kind === 'sphere' || kind === 'triangle' ? 0 : 1, -1));
      expect(many.ts[0]).toBeCloseTo((5 - y[kind]) / 10, 12);
      expect(many.ts[1]).toBe(Infinity);
      expect(many.triangles).toEqual(Int32Array.of(kind === 'sphere' || kind === 'triangle' ? 0 : -1, -1));
    }
  });

  it('a filter of a sweep may make queries of its own', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(new Float64Array([-5, 0, -5, 0, 0, 9, 5, 0, -5]));
    for (let i = 0; i < 9; i++) scene.addInstance(mesh, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, i / 10, 0, 1]);
    const seen: number[] = [];
    const hit = scene.sweep(ball, down, {
      filter: (id) => {
        seen.push(id);
        scene.raycast({ origin: ball.center, direction: down });
        return scene.sweep(ball, down, { mask: 1 })?.id === 8 && id < 3;
      },
    });
    expect(hit?.id).toBe(2);
    expect(seen).toContain(8);
  });
});

const mistakes: [string, (scene: BoxScene) => unknown, typeof TypeError | typeof RangeError, string[]][] = [
  ['no motion', (scene) => scene.sweep(vec([0, 0, 0]), untyped(undefined)), TypeError, ['motion', 'undefined']],
  ['NaN in a motion', (scene) => scene.sweep(vec([0, 0, 0]), vec([0, NaN, 0])), RangeError, ['motion.y', 'NaN']],
  ['no shape', (scene) => scene.sweepAny(untyped(null), vec([0, 1, 0])), TypeError, ['shape', 'null']],
  ['an unknown kind', (scene) => scene.sweepMany(untyped('cube'), new Float64Array(9)), RangeError, ['kind', '"cube"']],
  ['too few numbers', (scene) => scene.sweepMany('sphere', new Float64Array(9)), RangeError, ['motions', '7', '9']],
  [
    'a negative radius among many',
    (scene) => scene.sweepMany('sphere', Float64Array.of(0, 0, 0, 1, 1, 0, 0, 0, 0, 0, -1, 1, 0, 0)),
    RangeError,
    ['motions[1].radius', '-1'],
  ],
  ['a negative within', (scene) => scene.contacts(vec([0, 0, 0]), { within: -1 }), RangeError, ['within', '-1']],
  [
    'a hit of a ray in into',
    (scene) => scene.sweep(vec([0, 0, 0]), vec([0, 1, 0]), { into: untyped({ id: 1 }) }),
    TypeError,
    ['options.into', 'startsOverlapping'],
  ],
  [
    'a frozen hit in into',
    (scene) => {
      const found = new BoxScene();
      found.addAabb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]) });
      const into = Object.freeze(found.sweep(vec([0, 0, 0]), vec([0, 1, 0])));
      return into === null ? null : scene.sweep(vec([0, 0, 0]), vec([0, 1, 0]), { into });
    },
    TypeError,
    ['options.into', 'read-only'],
  ],
];

it.each(mistakes)('queries with a shape throw an error for %s', (_, call, kind, names) => {
  const scene = new BoxScene();
  scene.addAabb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]) });
  expectComplaint(() => call(scene), kind, names);
});
