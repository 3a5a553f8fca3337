import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { BOX } from '../../primitives/flat/convexShape';
import type { Motion } from '../../primitives/flat/motion';
import { copyRay } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import { FIRST_ID, HIT_T, MET_CORNERS, MET_TRIANGLE, NEEDS_SWEEP, NO_HIT, SHAPE } from '../layout/kernelLayout';
import type { ShapeCandidates, ShapeWalk } from '../query/shapeCandidates';
import type { Tree } from '../tree/tree';
import { type RayWalk, walkRay } from '../query/walkRay';
import type { BoundKernel } from './boundKernel';
import { Unvisited } from './kernelWalk';
import { writeCore } from './writeCore';

/**
 * Returns a {@link ShapeWalk} by the kernel, which visits boxes and triangles one by one. If the first hit of a sweep is enough, the kernel
 * decides about all pairs that closedSweep decides about, and JavaScript visits the others only.
 *
 * @param walk the walk for a shape whose query calls functions of the user. These may make other queries, which overwrite the
 *   kernel's traversal state.
 */
export function kernelShapes(kernel: BoundKernel, walk: RayWalk): ShapeWalk {
  return (tree, candidates) => {
    const { path, reach } = candidates;
    if (candidates.hasCallback) {
      walk(tree, path, candidates.maskOf(tree), candidates, reach);
      return;
    }
    kernel.bind(tree.boxes, tree);
    kernel.searches++;
    copyRay(path, kernel.ray);
    if (path[T_MAX] === 0 && candidates.firstOf === null) visitAround(kernel, tree, candidates);
    else visitAlong(kernel, tree, candidates);
  };
}

/** Visits what a shape may touch where it is. */
function visitAround({ functions, numbers }: BoundKernel, tree: Tree, candidates: ShapeCandidates): void {
  const { reach, selection, pair, distance } = candidates;
  const mask = candidates.maskOf(tree);
  writeCore(pair.a, distance, numbers);
  functions.beginShapeAround(
    reach[0],
    reach[1],
    reach[2],
    mask === undefined ? 0 : 1,
    mask ?? 0,
    selection.boxesOnly ? 1 : 0,
  );
  let last = NO_HIT;
  for (let id = functions.nextMetAround(); id !== NO_HIT; id = functions.nextMetAround()) {
    if (visitMet(candidates, id, id !== last, numbers) === -Infinity) return;
    last = id;
  }
}

/** Visits what a moving shape may touch on its way. */
function visitAlong(kernel: BoundKernel, tree: Tree, candidates: ShapeCandidates): void {
  const { functions, numbers } = kernel;
  const { path, reach, selection, firstOf } = candidates;
  const mask = candidates.maskOf(tree);
  functions.beginShape(
    reach[0],
    reach[1],
    reach[2],
    mask === undefined ? 0 : 1,
    mask ?? 0,
    selection.boxesOnly ? 1 : 0,
    firstOf === null ? 0 : 1,
  );
  let limit = path[T_MAX];
  let last = NO_HIT;
  let visited: number[] | null = null;
  let id = functions.nextMet(limit);
  if (id === NEEDS_SWEEP && firstOf !== null) {
    beginSweep(kernel, candidates, firstOf);
    id = functions.nextMet(limit);
  }
  while (id > NO_HIT && limit !== -Infinity) {
    if (id !== last) (visited ??= []).push(id);
    limit = visitMet(candidates, id, id !== last, numbers);
    last = id;
    id = functions.nextMet(limit);
  }
  if (firstOf !== null && numbers[FIRST_ID] !== NO_HIT) limit = candidates.takeFirst(numbers);
  if (id < NO_HIT) walkRay(tree, path, mask, new Unvisited(visited ?? [], limit, candidates), reach, limit);
}

/** Visits a box or a triangle that the kernel has found. Returns the largest t that still matters. */
function visitMet(candidates: ShapeCandidates, id: number, isFirst: boolean, numbers: Float64Array): number {
  const triangle = numbers[MET_TRIANGLE];
  if (triangle < 0) return candidates.visit(id, numbers[HIT_T]);
  if (isFirst) candidates.enterInstance(id);
  return candidates.visitTriangle(id, triangle, numbers, MET_CORNERS);
}

function beginSweep({ functions, numbers }: BoundKernel, { pair }: ShapeCandidates, motion: Motion): void {
  const { core, isOriented, radius, record, vertices } = pair.a;
  const { way, margin, side } = motion;
  if (core === BOX)
    for (let i = 0, end = isOriented ? OBB_STRIDE : AABB_STRIDE; i < end; i++) numbers[SHAPE + i] = record[i];
  else for (let i = 0; i < 6; i++) numbers[SHAPE + i] = vertices[i];
  functions.beginSweep(core, isOriented ? 1 : 0, radius, way[0], way[1], way[2], margin, side);
}
