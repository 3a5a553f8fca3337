import {
  aabbFromPoints,
  closestPoint,
  closestPointOnTriangle,
  closestPoints,
  contact,
  distance,
  distanceToBox,
  distanceToTriangle,
  frustumFromMatrix,
  intersectsPlane,
  lineIntersectsAabb,
  obbFromCenter,
  orient2d,
  orient3d,
  overlaps,
  penetration,
  planeFromNormalAndDistance,
  planeFromNormalAndPoint,
  planeSide,
  type RaycastOptions,
  raycastAabb,
  raycastObb,
  raycastTriangle,
  rayPointAt,
  screenRay,
  signedCrossing,
  sweep,
} from 'slabtree';
import { Random } from '../../support/random';
import { each, triple, vec } from '../../support/triple';
import { multiply, orthographic, perspective, view } from './matrices';
import { meshScenes } from './meshScenes';
import { aabb, capsule, obb, plane, ray, roundedBox, sphere, triangle } from './shapes';
import { length, point, type Size, sizes } from './sizes';
import { threeAnswers } from './threeAnswers';
import { walkAnswers } from './walkAnswers';
import { type World, worlds } from './worlds';

/** A part of the answers of a kind, for example the answers of one world. */
export interface Part {
  readonly name: string;
  readonly answers: Iterable<unknown>;
}

const rayOptions: readonly RaycastOptions[] = [
  {},
  { solid: true },
  { tMin: 0.25, tMax: 0.75 },
  { tMin: -Infinity },
  { mask: 1 },
  { filter: (id) => id % 3 > 0 },
  { refine: (id, t) => (id % 3 > 0 ? t : null), solid: true },
];

/** All kinds of answers, by name. */
export const kinds: Readonly<Record<string, () => Iterable<Part>>> = {
  'closest hits': ofWorlds(function* ({ scene, size }, random) {
    for (const options of rayOptions) {
      for (let i = 0; i < 40; i++) yield scene.raycast(ray(size, random), options);
    }
  }),

  'whether anything is hit': ofWorlds(function* ({ scene, size }, random) {
    for (const options of rayOptions) {
      for (let i = 0; i < 40; i++) yield scene.raycastAny(ray(size, random), options);
    }
  }),

  'all hits': ofWorlds(function* ({ scene, size }, random) {
    for (const options of rayOptions) {
      for (let i = 0; i < 8; i++) yield scene.raycastAll(ray(size, random), options);
    }
  }),

  'hits of many rays at once': ofWorlds(function* ({ scene, size }, random) {
    for (const options of rayOptions) {
      const rays = Array.from({ length: 100 }, () => {
        const { origin, direction } = ray(size, random);
        return [...triple(origin), ...triple(direction)];
      });
      yield scene.raycastMany(Float64Array.from(rays.flat()), options);
    }
  }),

  'nearest boxes': ofWorlds(function* ({ scene, size }, random) {
    for (const options of [
      {},
      { count: 10 },
      { count: 40, mask: 3 },
      { count: Infinity, maxDistance: 10 * size.unit(random) },
      { count: 5, filter: (id: number) => id % 3 > 0 },
    ]) {
      for (let i = 0; i < 15; i++) yield scene.nearest(vec(point(size, random)), options);
    }
  }),

  'splits by a plane': ofWorlds(function* ({ scene, size }, random) {
    for (let i = 0; i < 5; i++) yield scene.split(plane(size, random), i % 2 === 0 ? {} : { mask: 2 });
  }),

  'what is in view': ofWorlds(function* ({ scene, size }, random) {
    for (let i = 0; i < 10; i++) {
      const { projection, view } = camera(size, random);
      yield scene.cull(frustumFromMatrix(multiply(projection, view)), i % 2 === 0 ? {} : { mask: 2 });
    }
    yield scene.cull(Array.from({ length: 40 }, () => plane(size, random)));
  }),

  overlaps: ofWorlds(function* ({ scene, size }, random) {
    for (const shape of [aabb, obb, sphere]) {
      for (let i = 0; i < 20; i++) yield scene.overlap(shape(size, random), i % 2 === 0 ? {} : { mask: 2 });
    }
  }),

  'overlaps and neighbours of any shape': ofWorlds(function* ({ scene, size }, random) {
    for (const shape of [capsule, triangle, roundedBox]) {
      for (let i = 0; i < 10; i++) {
        yield scene.overlap(shape(size, random));
        yield scene.nearest(shape(size, random), { count: 3 });
      }
    }
  }),

  'sweeps and contacts': ofWorlds(function* ({ scene, size }, random) {
    for (const shape of [sphere, capsule, triangle, aabb, obb, roundedBox]) {
      for (let i = 0; i < 10; i++) {
        const motion = vec(each(() => length(size, random, -60, 60)));
        yield scene.sweep(shape(size, random), motion, {
          margin: i % 2 === 0 ? 0 : Math.abs(length(size, random, 0, 1)),
        });
        yield scene.sweepAll(shape(size, random), motion, { ignoreStart: i % 2 === 0 });
        yield scene.contacts(shape(size, random), { within: length(size, random, 0, 5) });
      }
    }
  }),

  pairs: ofWorlds(function* ({ scene }) {
    yield scene.pairs();
    yield scene.pairs({ mask: 5 });
  }),

  'what is under the pointer': ofWorlds(function* ({ scene, size }, random) {
    for (const options of rayOptions) {
      for (let i = 0; i < 20; i++) yield scene.pick(pointer(random), camera(size, random), options);
    }
  }),

  'sizes, bounds and statistics': ofWorlds(function* ({ scene }) {
    yield [scene.size, scene.bounds, scene.quality, scene.byteLength];
    yield scene.statistics();
    yield scene.nodeBounds();
  }),

  'bytes of files': ofWorlds(function* ({ scene }) {
    yield new Uint32Array(scene.serialize().buffer);
  }),

  'rays and boxes': ofSizes(function* (size, random) {
    for (let i = 0; i < 200; i++) {
      const box = aabb(size, random);
      const turned = obb(size, random);
      for (const range of [{}, { solid: true }, { tMin: 0.25, tMax: 0.75 }, { tMin: -Infinity }]) {
        yield raycastAabb(ray(size, random), box, range);
        yield raycastObb(ray(size, random), turned, range);
      }
      yield lineIntersectsAabb(ray(size, random), box);
      yield rayPointAt(ray(size, random), random.between(-2, 2));
    }
  }),

  'planes and boxes': ofSizes(function* (size, random) {
    for (let i = 0; i < 200; i++) {
      const cut = plane(size, random);
      for (const box of [aabb(size, random), obb(size, random)]) yield [planeSide(box, cut), intersectsPlane(box, cut)];
      yield planeFromNormalAndPoint(cut.normal, vec(point(size, random)));
      yield planeFromNormalAndDistance(cut.normal, length(size, random, -60, 60));
    }
  }),

  'points and boxes': ofSizes(function* (size, random) {
    for (let i = 0; i < 400; i++) {
      const from = vec(point(size, random));
      for (const box of [aabb(size, random), obb(size, random)])
        yield [closestPoint(box, from), distanceToBox(box, from)];
    }
  }),

  'overlaps of two': ofSizes(function* (size, random) {
    for (let i = 0; i < 400; i++) {
      const box = aabb(size, random);
      const turned = obb(size, random);
      yield [overlaps(box, aabb(size, random)), overlaps(box, turned), overlaps(turned, obb(size, random))];
    }
  }),

  triangles: ofSizes(function* (size, random) {
    for (let i = 0; i < 400; i++) {
      const shape = triangle(size, random);
      const { a, b, c } = shape;
      const from = point(size, random);
      // Half of the rays go to a corner, or somewhere between two.
      const to = random.pick([a, b, { x: a.x / 2 + c.x / 2, y: a.y / 2 + c.y / 2, z: a.z / 2 + c.z / 2 }]);
      const direction = { x: to.x - from[0], y: to.y - from[1], z: to.z - from[2] };
      const { x, y, z } = direction;
      const cast = x === 0 && y === 0 && z === 0 ? ray(size, random) : { origin: vec(from), direction };
      yield raycastTriangle(i % 2 === 0 ? cast : ray(size, random), shape, { tMin: -Infinity });
      yield [closestPointOnTriangle(shape, vec(from)), distanceToTriangle(shape, vec(from))];
      yield [overlaps(shape, triangle(size, random)), overlaps(sphere(size, random), shape)];
      yield [overlaps(shape, aabb(size, random)), overlaps(obb(size, random), shape)];
      // Half of the points are on the plane, but for their rounding.
      const near = i % 2 === 0 ? to : vec(from);
      yield signedCrossing(shape, near);
      yield [orient2d(a, c, near), orient3d(a, b, c, near), overlaps(shape, { a: near, b: vec(from), c: vec(from) })];
    }
  }),

  'triangles of instances': ofSizes(function* (size, random) {
    const scenes = meshScenes(size, random);
    for (let i = 0; i < 60; i++) {
      const cast = ray(size, random);
      const from = vec(point(size, random));
      const shape = i % 2 === 0 ? sphere(size, random) : obb(size, random);
      for (const scene of scenes) {
        yield [scene.raycast(cast), scene.raycastAll(cast, { side: 'front' }), scene.raycastAny(cast, { mask: 1 })];
        yield [scene.nearest(from, { count: 3 }), scene.overlapTriangles(shape), scene.containing(from)];
      }
    }
  }),

  'boxes made of other things': ofSizes(function* (size, random) {
    for (let i = 0; i < 100; i++) {
      yield aabbFromPoints(vec(point(size, random)), vec(point(size, random)));
      const [x, y, z] = random.triple(-1, 1);
      yield obbFromCenter(vec(point(size, random)), vec(random.triple(0, 4)), { x, y, z, w: random.between(-1, 1) });
      yield obbFromCenter(vec(point(size, random)), vec(random.triple(0, 4)), obb(size, random).matrix);
    }
  }),

  'pairs of shapes': ofSizes(function* (size, random) {
    const shapes = [sphere, capsule, triangle, aabb, obb, roundedBox];
    for (const a of shapes) {
      for (const b of shapes) {
        for (let i = 0; i < 10; i++) {
          const [shape, other] = [a(size, random), b(size, random)];
          yield [distance(shape, other), closestPoints(shape, other), contact(shape, other), penetration(shape, other)];
          yield sweep(shape, vec(each(() => length(size, random, -90, 90))), other);
        }
      }
    }
  }),

  'steps of a character': () => [{ name: 'all', answers: walkAnswers(new Random(8)) }],

  'view volumes': ofSizes(function* (size, random) {
    for (let i = 0; i < 400; i++) {
      const { projection, view } = camera(size, random);
      yield frustumFromMatrix(multiply(projection, view), i % 2 === 0 ? 'opengl' : 'webgpu');
    }
  }),

  'rays of the pointer': ofSizes(function* (size, random) {
    for (let i = 0; i < 400; i++) {
      yield screenRay(pointer(random), camera(size, random), i % 2 === 0 ? 'opengl' : 'webgpu');
    }
  }),

  'scenes of three.js': () => [{ name: 'all', answers: threeAnswers(new Random(7)) }],
};

/** The answers of a kind in all worlds. */
function ofWorlds(ask: (world: World, random: Random) => Iterable<unknown>): () => Iterable<Part> {
  return () => worlds.map((world) => ({ name: world.name, answers: ask(world, new Random(5)) }));
}

/** The answers of a kind to questions of all sizes. */
function ofSizes(ask: (size: Size, random: Random) => Iterable<unknown>): () => Iterable<Part> {
  return () => sizes.map((size) => ({ name: size.name, answers: ask(size, new Random(6)) }));
}

/** A camera that stands anywhere and looks anywhere, perspective or orthographic. */
function camera(size: Size, random: Random): { view: number[]; projection: number[] } {
  const unit = size.unit(random);
  const near = unit * random.between(0.1, 2);
  const far = near + unit * random.between(10, 100);
  // The volume of an orthographic view must neither overflow nor underflow.
  const isOrthographic = near * near * near > 0 && far * far * far < Infinity && random.chance(0.5);
  const projection = isOrthographic
    ? orthographic(unit * random.between(5, 50), unit * random.between(5, 50), near, far)
    : perspective(random.between(0.5, 2), random.between(0.5, 2), near, far);
  return { view: view(point(size, random), random), projection };
}

function pointer(random: Random): { x: number; y: number; width: number; height: number } {
  return { x: random.between(0, 800), y: random.between(0, 600), width: 800, height: 600 };
}
