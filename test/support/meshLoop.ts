/** The plain loop over instances and their triangles, to compare answers with. */
import {
  closestPoint,
  closestPointOnTriangle,
  distanceToBox,
  distanceToTriangle,
  type Neighbor,
  overlaps,
  raycastTriangle,
  type Shape,
  type TriangleSide,
} from 'slabtree';
import { allOf, type Loop, type LoopBox, type LoopOptions, type LoopRay, obb } from './loop';
import { boxOf } from './shapes';
import type { Corners } from './triangles';
import { each, triple, type Triple, vec } from './triple';

/** A mesh of the loop: its triangles, in order. */
export interface LoopMesh {
  triangles: Corners[];
}

/** An instance of the loop. */
export interface LoopInstance {
  readonly mesh: LoopMesh;
  readonly matrix: readonly number[];
  readonly mask: number;
}

/** Boxes and instances by id. */
export interface MeshLoop {
  readonly boxes: Map<number, LoopBox>;
  readonly instances: Map<number, LoopInstance>;
}

export interface MeshLoopOptions extends Omit<LoopOptions, 'filter'> {
  readonly side?: TriangleSide;
  readonly boxesOnly?: boolean;
  readonly filter?: (id: number, triangle: number) => boolean;
}

/** A hit of a box, whose triangle is -1, or of a triangle. */
export interface MeshLoopHit {
  readonly id: number;
  readonly t: number;
  readonly triangle: number;
  readonly u: number;
  readonly v: number;
}

export function createMeshLoop(): MeshLoop {
  return { boxes: new Map(), instances: new Map() };
}

/** The boxes and instances that a query with a mask sees. */
export function seenBy({ boxes, instances }: MeshLoop, mask?: number): MeshLoop {
  const isSeen = ([, shape]: [number, { readonly mask: number }]) => mask === undefined || (shape.mask & mask) !== 0;
  return { boxes: new Map([...boxes].filter(isSeen)), instances: new Map([...instances].filter(isSeen)) };
}

/** The smallest box around some triangles: min, max. */
export function boundsOfMesh({ triangles }: LoopMesh): readonly [Triple, Triple] {
  const corners = triangles.flat();
  // Adding 0 turns -0 into 0.
  return [
    each((k) => corners.reduce((least, corner) => Math.min(least, corner[k]), Infinity) + 0),
    each((k) => corners.reduce((most, corner) => Math.max(most, corner[k]), -Infinity) + 0),
  ];
}

/** The box of an instance. */
export function boxOfInstance({ mesh, matrix, mask }: LoopInstance): LoopBox {
  const [min, max] = boundsOfMesh(mesh);
  const box = obb(min, max, matrix, mask);
  if (box === null) throw new Error('the matrix of an instance must not be singular');
  return box;
}

/** The boxes and the boxes of instances. */
export function asBoxes({ boxes, instances }: MeshLoop): Map<number, LoopBox> {
  const all = new Map(boxes);
  for (const [id, instance] of instances) all.set(id, boxOfInstance(instance));
  return all;
}

/** Every hit, sorted by t, then by id, and then by triangle. */
export function allOfMeshes(loop: MeshLoop, ray: LoopRay, options: MeshLoopOptions = {}): MeshLoopHit[] {
  const { mask, filter, boxesOnly = false, side = 'both', ...rest } = options;
  const boxes: Loop = boxesOnly ? asBoxes(loop) : loop.boxes;
  const ofBoxes: LoopOptions = { ...rest, ...(filter && { filter: (id: number) => filter(id, -1) }) };
  const hits = allOf(boxes, ray, mask === undefined ? ofBoxes : { ...ofBoxes, mask }).map((hit): MeshLoopHit => ({
    ...hit,
    triangle: -1,
    u: 0,
    v: 0,
  }));
  for (const [id, instance] of boxesOnly ? [] : loop.instances) {
    if (mask !== undefined && (instance.mask & mask) === 0) continue;
    const local = localRay(instance, ray);
    // Such a ray meets no triangle.
    const numbers = [...triple(local.origin), ...triple(local.direction)];
    if (!numbers.every(Number.isFinite) || numbers.slice(3).every((value) => value === 0)) continue;
    const { tMin = 0, tMax = Infinity } = options;
    instance.mesh.triangles.forEach(([a, b, c], triangle) => {
      const hit = raycastTriangle(local, { a: vec(a), b: vec(b), c: vec(c) }, { tMin, tMax, side });
      if (hit !== null && filter?.(id, triangle) !== false) hits.push({ id, t: hit.t, triangle, u: hit.u, v: hit.v });
    });
  }
  return hits.sort((a, b) => (a.t === b.t ? a.id - b.id || a.triangle - b.triangle : a.t < b.t ? -1 : 1));
}

/** The corners of an instance's triangles in the world: column by column, and then the translation. */
export function worldTriangles({ mesh, matrix: m }: LoopInstance): Corners[] {
  const place = ([x, y, z]: Triple): Triple => each((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
  return mesh.triangles.map(([a, b, c]) => [place(a), place(b), place(c)]);
}

/** The nearest box or instance, and its triangle. */
export function nearestOfMeshes(loop: MeshLoop, point: Triple, boxesOnly: boolean): Neighbor[] {
  const found: Neighbor[] = [];
  for (const [id, box] of boxesOnly ? asBoxes(loop) : loop.boxes) {
    const shape = boxOf(box);
    const distance = distanceToBox(shape, vec(point));
    found.push({ id, triangle: -1, distance, point: closestPoint(shape, vec(point)) });
  }
  for (const [id, instance] of boxesOnly ? [] : loop.instances) {
    let best: Neighbor | null = null;
    for (const [triangle, [a, b, c]] of worldTriangles(instance).entries()) {
      const shape = { a: vec(a), b: vec(b), c: vec(c) };
      const distance = distanceToTriangle(shape, vec(point));
      if (best !== null && distance >= best.distance) continue;
      best = { id, triangle, distance, point: closestPointOnTriangle(shape, vec(point)) };
    }
    if (best !== null) found.push(best);
  }
  return found.sort((a, b) => (a.distance === b.distance ? a.id - b.id : a.distance < b.distance ? -1 : 1));
}

/** For each box or instance that overlaps a shape the triangles that do. */
export function overlapOfMeshes(loop: MeshLoop, shape: Shape): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [id, box] of loop.boxes) if (overlaps(shape, boxOf(box))) found.set(id, []);
  for (const [id, instance] of loop.instances) {
    const triangles = worldTriangles(instance).flatMap(([a, b, c], triangle) =>
      overlaps(shape, { a: vec(a), b: vec(b), c: vec(c) }) ? [triangle] : [],
    );
    if (triangles.length > 0) found.set(id, triangles);
  }
  return found;
}

/** A ray in the space of an instance: the translation first, then the inverse of the linear part. */
function localRay(
  instance: LoopInstance,
  ray: LoopRay,
): { origin: ReturnType<typeof vec>; direction: ReturnType<typeof vec> } {
  const { inverse: m, matrix } = boxOfInstance(instance);
  if (m === null || matrix === null) throw new Error('an instance has a matrix');
  const from = each((k) => ray.origin[k] - matrix[12 + k]);
  const apply = ([x, y, z]: Triple): Triple => each((k) => m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z);
  return { origin: vec(apply(from)), direction: vec(apply(ray.direction)) };
}
