import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { createRayBuffer, type RayBuffer } from '../../primitives/flat/rayBuffer';
import { BACKS, BOTH_SIDES, FRONTS, SIDES, T_MIN } from '../../primitives/flat/rayLayout';
import { SHEAR_STRIDE, writeShear } from '../../primitives/flat/shear';
import { FRONT, HIT_STRIDE, T, triangleHit, U, V } from '../../primitives/query/triangles/triangleHit';
import { isFiniteRay, toLocal } from '../../primitives/query/raycastObb';
import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  WIDTH,
} from '../layout/nodeLayout';
import { guardReach } from '../margins/guardReach';
import { FAR_ORIGIN, INVERSE_DIRECTION, NEAR_ORIGIN, writeRayBounds } from '../margins/rayMargin';
import { mayHitTriangle } from './mayHitTriangle';
import { insertEntry, NodeStack } from '../slots/childOrder';
import type { MeshTree } from '../tree/meshTree';
import { createHitTriangle, type RayVisitor } from './rayVisitor';

/** The working space of a walk of a mesh: its stack, the ray in the mesh's space, and the latest triangle hit. */
export class MeshWalk extends NodeStack {
  readonly bounds = new Float64Array(9);
  readonly local = createRayBuffer();
  readonly shear = new Float64Array(SHEAR_STRIDE);
  readonly hit = new Float64Array(HIT_STRIDE);
  readonly hitTriangle = createHitTriangle();
}

/** Returns 1 if a ray hits only the fronts of triangles, -1 if it hits only the backs, and 0 if it hits both. */
export function sideOf(sides: number): number {
  return sides === BOTH_SIDES ? 0 : sides === FRONTS ? 1 : sides === BACKS ? -1 : NaN;
}

/**
 * Visits the triangles of an instance that a ray hits. In the space of the mesh, the transformed ray has the same `t`.
 *
 * @param obbs the records of the oriented boxes of the scene.
 * @param record the index of the instance's record in `obbs`.
 * @param limit the largest t of hits that matter.
 * @param margin 0 to visit the triangles that the ray hits. Otherwise, the walk visits the triangles that the ray may hit by
 *   another computation, each at the least t of the hit: see mayHitTriangle.
 * @returns the largest t of hits that still matter after the visits.
 */
export function walkMesh(
  mesh: MeshTree,
  id: number,
  obbs: Float64Array,
  record: number,
  ray: RayBuffer,
  visitor: RayVisitor,
  limit: number,
  { nodes: stackNodes, nears: stackNears, bounds, local, shear, hit, hitTriangle }: MeshWalk,
  margin = 0,
): number {
  toLocal(obbs, record * OBB_STRIDE, ray, local);
  if (!isFiniteRay(local)) return limit;
  writeShear(local, sideOf(ray[SIDES]), shear);
  writeRayBounds(mesh.measure, local, bounds, guardReach(mesh.measure, local, 1) + 2 * margin);
  let { float32, int32 } = mesh.nodes;
  let { corners, triangles } = mesh;
  const nearOriginX = bounds[NEAR_ORIGIN];
  const nearOriginY = bounds[NEAR_ORIGIN + 1];
  const nearOriginZ = bounds[NEAR_ORIGIN + 2];
  const farOriginX = bounds[FAR_ORIGIN];
  const farOriginY = bounds[FAR_ORIGIN + 1];
  const farOriginZ = bounds[FAR_ORIGIN + 2];
  const inverseX = bounds[INVERSE_DIRECTION];
  const inverseY = bounds[INVERSE_DIRECTION + 1];
  const inverseZ = bounds[INVERSE_DIRECTION + 2];
  const nearX = local[3] < 0 ? MAX_X : MIN_X;
  const nearY = local[4] < 0 ? MAX_Y : MIN_Y;
  const nearZ = local[5] < 0 ? MAX_Z : MIN_Z;
  const farX = local[3] < 0 ? MIN_X : MAX_X;
  const farY = local[4] < 0 ? MIN_Y : MAX_Y;
  const farZ = local[5] < 0 ? MIN_Z : MAX_Z;
  const first = ray[T_MIN];
  let last = limit;

  stackNodes[0] = 0;
  stackNears[0] = first;
  let top = 1;
  while (top > 0) {
    top--;
    if (stackNears[top] > last) continue;
    const base = stackNodes[top] << NODE_SHIFT;
    const bottom = top;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const enterX = (float32[slot + nearX] - nearOriginX) * inverseX;
      const enterY = (float32[slot + nearY] - nearOriginY) * inverseY;
      const enterZ = (float32[slot + nearZ] - nearOriginZ) * inverseZ;
      const leaveX = (float32[slot + farX] - farOriginX) * inverseX;
      const leaveY = (float32[slot + farY] - farOriginY) * inverseY;
      const leaveZ = (float32[slot + farZ] - farOriginZ) * inverseZ;
      // The slab test of a slot is written out here and in walkRay, because a shared function cost 7% (measured).
      const isMissed =
        +(enterX > leaveY) |
        +(enterX > leaveZ) |
        +(enterY > leaveX) |
        +(enterY > leaveZ) |
        +(enterZ > leaveX) |
        +(enterZ > leaveY) |
        +(enterX > last) |
        +(enterY > last) |
        +(enterZ > last) |
        +(leaveX < first) |
        +(leaveY < first) |
        +(leaveZ < first);
      if (isMissed !== 0) continue;
      let near = first;
      if (enterX > near) near = enterX;
      if (enterY > near) near = enterY;
      if (enterZ > near) near = enterZ;

      const child = int32[slot + CHILD];
      if (child >= 0) {
        insertEntry(stackNodes, stackNears, bottom, top++, child, near);
      } else if (child !== EMPTY) {
        const end = ~child + int32[slot + CONTENT];
        for (let place = ~child; place < end; place++) {
          const at = 9 * place;
          const isHit =
            margin === 0
              ? triangleHit(corners, at, at + 3, at + 6, shear, ray, hit)
              : mayHitTriangle(corners, at, shear, ray, last, margin, hit);
          if (!isHit) continue;
          hitTriangle.triangle = triangles[place];
          hitTriangle.place = place;
          hitTriangle.u = hit[U];
          hitTriangle.v = hit[V];
          hitTriangle.front = hit[FRONT] !== 0;
          last = Math.min(visitor.visit(id, hit[T], hitTriangle), Number.MAX_VALUE);
          if (last === -Infinity) return last;
          // The visitor may have run a query that moved the arrays of the mesh.
          ({ float32, int32 } = mesh.nodes);
          ({ corners, triangles } = mesh);
        }
      }
    }
  }
  return last;
}
