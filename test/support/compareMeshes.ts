/** Compares the answers about meshes with the plain loop, bit for bit. */
import type { Hit, RaycastOptions } from 'slabtree';
import type { LoopRay } from './loop';
import { allOfMeshes, type MeshLoopHit, type MeshLoopOptions } from './meshLoop';
import type { MeshScenes } from './meshScenes';
import { vec } from './triple';

function isSame(hit: Pick<Hit, 'id' | 't' | 'triangle' | 'u' | 'v'>, expected: MeshLoopHit): boolean {
  return (
    hit.id === expected.id &&
    Object.is(hit.t, expected.t) &&
    hit.triangle === expected.triangle &&
    Object.is(hit.u, expected.u) &&
    Object.is(hit.v, expected.v)
  );
}

/** Casts a ray in every way, and throws unless all answers are those of the loop. Returns how many hits there are. */
export function compareMeshRay({ scenes, loop }: MeshScenes, ray: LoopRay, options: MeshLoopOptions = {}): number {
  const expected = allOfMeshes(loop, ray, options);
  const given = { origin: vec(ray.origin), direction: vec(ray.direction) };
  const asked: RaycastOptions = options;
  for (const scene of scenes) {
    const complain = (query: string, found: unknown): never => {
      throw new Error(
        `${query} of ${scene.backend} differs from the loop: ${JSON.stringify({ found, expected: expected.slice(0, 3), ray, options, loop: [...loop.instances] }, null, 1)}`,
      );
    };
    const hit = scene.raycast(given, asked);
    if (hit === null ? expected.length > 0 : expected.length === 0 || !isSame(hit, expected[0])) {
      complain('raycast', hit);
    }
    if (scene.raycastAny(given, asked) !== expected.length > 0) complain('raycastAny', expected.length === 0);
    const all = scene.raycastAll(given, asked);
    if (all.length !== expected.length || !all.every((other, i) => isSame(other, expected[i]))) {
      complain('raycastAll', all);
    }
    const { ids, ts, triangles, us, vs } = scene.raycastMany(Float64Array.of(...ray.origin, ...ray.direction), {
      ...asked,
      triangles: true,
    });
    const none: MeshLoopHit = { id: -1, t: Infinity, triangle: -1, u: 0, v: 0 };
    const many = { id: ids[0], t: ts[0], triangle: triangles[0], u: us[0], v: vs[0] };
    if (!isSame(many, expected[0] ?? none)) complain('raycastMany', many);
  }
  return expected.length;
}
