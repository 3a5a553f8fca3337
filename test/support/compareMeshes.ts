/** Compares the answers about meshes with the plain loop, bit for bit. */
import type { Hit, Neighbor, RaycastOptions, Shape } from 'slabtree';
import { show } from './compare';
import type { LoopRay } from './loop';
import {
  allOfMeshes,
  type MeshLoopHit,
  type MeshLoopOptions,
  nearestOfMeshes,
  overlapOfMeshes,
  seenBy,
} from './meshLoop';
import type { MeshScenes } from './meshScenes';
import { type Triple, vec } from './triple';

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

/** Casts some rays with one call, and throws unless all answers are those of the loop. */
export function compareManyMeshRays({ scenes, loop }: MeshScenes, rays: readonly LoopRay[], mask?: number): void {
  const options = mask === undefined ? {} : { mask };
  const expected = rays.map((ray) => allOfMeshes(loop, ray, options).at(0));
  const numbers = Float64Array.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));
  for (const scene of scenes) {
    const { ids, ts, triangles, us, vs } = scene.raycastMany(numbers, { ...options, triangles: true });
    expected.forEach((hit, i) => {
      const found = { id: ids[i], t: ts[i], triangle: triangles[i], u: us[i], v: vs[i] };
      if (isSame(found, hit ?? { id: -1, t: Infinity, triangle: -1, u: 0, v: 0 })) return;
      throw new Error(
        `ray ${i} of raycastMany of ${scene.backend} differs from the loop: ${show({ found, hit, rays, mask, loop: [...loop.instances] })}`,
      );
    });
  }
}

/** Asks for the nearest boxes and instances, and throws unless they are those of the loop. */
export function compareMeshNearest(
  { scenes, loop }: MeshScenes,
  point: Triple,
  count: number,
  { boxesOnly = false, mask }: { boxesOnly?: boolean; mask?: number } = {},
): void {
  const expected: Neighbor[] = nearestOfMeshes(seenBy(loop, mask), point, boxesOnly).slice(0, count);
  for (const scene of scenes) {
    const found = scene.nearest(vec(point), { count, boxesOnly, ...(mask === undefined ? {} : { mask }) });
    if (show(found) === show(expected)) continue;
    throw new Error(
      `nearest of ${scene.backend} differs from the loop: ${show({ found, expected, point, count, boxesOnly, mask, loop: [...loop.instances] })}`,
    );
  }
}

/** Asks for the boxes, instances and triangles that overlap a shape, and throws unless they are those of the loop. */
export function compareMeshOverlap({ scenes, loop }: MeshScenes, shape: Shape, mask?: number): void {
  const overlapping = overlapOfMeshes(seenBy(loop, mask), shape);
  const ids = [...overlapping.keys()].sort((a, b) => a - b);
  const lists = ids
    .map((id) => ({ id, triangles: overlapping.get(id) ?? [] }))
    .filter(({ triangles }) => triangles.length > 0);
  const options = mask === undefined ? {} : { mask };
  for (const scene of scenes) {
    const foundIds = [...scene.overlap(shape, options)].sort((a, b) => a - b);
    const foundLists = scene
      .overlapTriangles(shape, options)
      .map(({ id, triangles }) => ({ id, triangles: [...triangles] }));
    if (show([foundIds, foundLists]) === show([ids, lists])) continue;
    throw new Error(
      `overlap of ${scene.backend} differs from the loop: ${show({ foundIds, ids, foundLists, lists, shape, mask, loop: [...loop.instances] })}`,
    );
  }
}
