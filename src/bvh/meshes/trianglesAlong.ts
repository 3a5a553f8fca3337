import { COLUMNS, INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import { Reusable } from '../../primitives/reusable';
import { linkMargin } from '../margins/linkMargin';
import type { MeshTree } from '../tree/meshTree';
import { CERTAIN } from './mayHitTriangle';
import type { HitTriangle, RayVisitor } from './rayVisitor';
import { MeshWalk, walkMesh } from './walkMesh';

/** A triangle that a ray may hit, and the least t of the hit. */
export interface TriangleCandidate {
  readonly triangle: number;
  readonly low: number;
}

/** The triangles that a ray may hit, sorted by the least t of the hit, and the t up to which all of them are there. */
export interface TrianglesAlong {
  readonly candidates: readonly TriangleCandidate[];
  readonly bound: number;
}

const walks = /* @__PURE__ */ new Reusable(() => new MeshWalk());

/**
 * Returns all triangles that a ray may hit where an adapter tests them in its engine's own way, as three.js does, whose
 * float64 arithmetic rounds differently. Null if the matrix is too close to singular for a margin that covers this: see
 * margins/linkMargin.ts.
 *
 * @param obbs the records of OBBs.
 * @param record the index of the record of the box that places the mesh.
 * @param isClosest whether to leave out triangles that begin after a t at which another one is certainly hit.
 */
export function trianglesAlong(
  mesh: MeshTree,
  obbs: Float64Array,
  record: number,
  ray: RayBuffer,
  isClosest: boolean,
): TrianglesAlong | null {
  const margin = linkMargin(mesh.measure, obbs, record * OBB_STRIDE, ray);
  if (margin === Infinity) return null;
  const found: TriangleCandidate[] = [];
  const walk = walks.take();
  let limit = ray[T_MAX];
  const visitor: RayVisitor = {
    isFirstEnough: false,
    visit: (_, low, hitTriangle: HitTriangle | null) => {
      if (hitTriangle !== null) found.push({ triangle: hitTriangle.triangle, low });
      if (isClosest && walk.hit[CERTAIN] < limit) limit = walk.hit[CERTAIN];
      return limit;
    },
  };
  walkMesh(mesh, 0, obbs, record, ray, visitor, limit, walk, margin);
  walks.giveBack(walk);
  const candidates = found.filter(({ low }) => !(low > limit));
  // Most often there is one, and sorting allocates much.
  if (candidates.length > 1) candidates.sort((a, b) => a.low - b.low || a.triangle - b.triangle);
  return { candidates, bound: limit };
}

/** The record of an OBB whose matrix changes nothing. */
const identity = /* @__PURE__ */ identityRecord();

function identityRecord(): Float64Array {
  const record = new Float64Array(OBB_STRIDE);
  for (let k = 0; k < 3; k++) record[INVERSE + 4 * k] = record[COLUMNS + 4 * k] = 1;
  return record;
}

/**
 * Visits the triangles of a mesh that a ray may hit by another float64 computation, mostly nearer ones first, each at the least t of
 * the hit. The ray is in the mesh's space.
 *
 * @param slack how far the other computation may move a corner of a triangle besides by rounding, on any axis.
 * @param visitor returns the largest t that still matters.
 */
export function visitTrianglesAlong(mesh: MeshTree, ray: RayBuffer, slack: number, visitor: RayVisitor): void {
  const margin = linkMargin(mesh.measure, identity, 0, ray) + slack;
  const walk = walks.take();
  walkMesh(mesh, 0, identity, 0, ray, visitor, ray[T_MAX], walk, margin);
  walks.giveBack(walk);
}
