import fc from 'fast-check';
import { BoxScene, distanceToTriangle, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { type ClosedMesh, cornersOf, icosphere, knot } from '../support/closedMeshes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, type Triple, vec } from '../support/triple';

const meshes: [string, (random: Random) => ClosedMesh][] = [
  ['an icosphere', (random) => icosphere(2, random)],
  ['a knot', (random) => knot(24, 6, random)],
];

/** Whether a point is in a closed mesh: a ray from there hits an odd number of triangles. */
function isInside(scene: BoxScene, origin: Vec3, random: Random): boolean {
  return scene.raycastAll({ origin, direction: vec(random.direction()) }).length % 2 === 1;
}

/** A place to aim at: a corner, a point of an edge, or a point of a face. */
function targetAmong(random: Random, mesh: ClosedMesh): Triple {
  const [a, b, c] = random.pick(cornersOf(mesh));
  const [u, v] = random.pick([
    [0, 0],
    [random.next(), 0],
    [0.3, 0.3],
  ]);
  return each((k) => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]));
}

describe.each(meshes)('a sphere or capsule that moves around and in %s', (_, make) => {
  it('the shape never ends on the other side, at any size and any length of a step', async () => {
    const random = new Random(17);
    const mesh = make(random);
    const triangles = cornersOf(mesh);
    const scene = new BoxScene();
    scene.addInstance(scene.addMesh(Float64Array.from(mesh.vertices.flat()), Uint32Array.from(mesh.triangles.flat())));
    await search(
      50,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const own = new Random(seed);
        const radius = own.pick([0, 1e-6, 0.01, 0.1, 1]);
        const start = own.chance(0.5) ? own.triple(-5, 5) : own.pick(mesh.inside);
        const end = own.chance(0.5) ? start : each((k) => start[k] + own.between(-0.3, 0.3));
        const shape = { a: vec(start), b: vec(end), radius };
        if (scene.overlap(shape).size > 0) return;
        const wasInside = isInside(scene, shape.a, own);
        const target = targetAmong(own, mesh);
        const far = own.pick([0.5, 1, 1.0001, 3, 1e3]);
        const motion = vec(each((k) => far * (target[k] - start[k])));
        const hit = scene.sweep(shape, motion);
        const t = hit?.t ?? 1;
        // A step that ends a little before the touch, as a game makes it, apart from the rounding of its coordinates.
        const share = hit === null ? 1 : t * (1 - 1e-9);
        const moved = ({ x, y, z }: Vec3) => ({
          x: x + share * motion.x,
          y: y + share * motion.y,
          z: z + share * motion.z,
        });
        const [a, b] = [moved(shape.a), moved(shape.b)];
        for (const end of [a, b]) {
          // A point on the surface, within rounding, is on neither side.
          if (scene.nearest(end)[0].distance > 1e-12) expect(isInside(scene, end, own)).toBe(wasInside);
        }
        if (hit === null || own.chance(0.9)) return;
        for (const [p, q, r] of triangles) {
          const triangle = { a: vec(p), b: vec(q), c: vec(r) };
          expect(distanceToTriangle(triangle, a)).toBeGreaterThan(radius - 1e-6);
          expect(distanceToTriangle(triangle, b)).toBeGreaterThan(radius - 1e-6);
        }
      }),
      100,
    );
  });
});
