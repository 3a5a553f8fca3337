import { copyRay, type RayBuffer } from '../../primitives/flat/rayBuffer';
import { NO_SIDES, SIDES, SOLID, T_MAX, T_MIN, WIDENING } from '../../primitives/flat/rayLayout';
import { CANDIDATE_BOUND, CANDIDATE_COUNT, CANDIDATES, HIT_T, NEXT_T, NO_HIT } from '../layout/kernelLayout';
import { CHILD, EMPTY, NODE_SHIFT } from '../layout/nodeLayout';
import { widenedReach } from '../margins/rayMargin';
import type { CandidateVisitor, HitTriangle, RayVisitor } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from '../query/walkRay';
import { hitBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/**
 * Returns a {@link walkRay} by the kernel. The walk visits candidates one by one, in the order in which the ray enters
 * their boxes, apart from rounding. Answers do not depend on this order.
 */
export function kernelWalk(kernel: BoundKernel): RayWalk {
  return (tree, ray, mask, visitor, reach = null) => {
    const { boxes } = tree;
    // The kernel returns candidates one by one only if they are boxes. In scenes with meshes, JavaScript walks the ray.
    if (boxes.meshes.length !== 0 && ray[SIDES] !== NO_SIDES) {
      walkRay(tree, ray, mask, visitor, reach);
      return;
    }
    const follower = 'links' in visitor ? (visitor as CandidateVisitor) : null;
    const links = follower?.links ?? null;
    const only = links === null ? onlyBox(tree) : NO_BOX;
    if (only !== NO_BOX) {
      visitOnly(tree, only, ray, mask, visitor, reach !== null);
      return;
    }
    const widened = widenedReach(tree, ray);
    const [reachX, reachY, reachZ] = reach === null ? [widened, widened, widened] : grown(reach);
    // The kernel returns where the ray enters the widened box of a candidate. If the ray widens boxes, or boxes are not
    // solid, the hit on the box itself is computed. A ray with a reach meets boxes by their bounds.
    const isExact = reach !== null || (ray[SOLID] !== 0 && ray[WIDENING] === 0);
    const hasMask = mask === undefined ? 0 : 1;
    let visited: number[] | null = null;
    let isFirst = true;
    const search = ++kernel.searches;
    let limit = ray[T_MAX];
    // While `tree.walks` is above 0, changes throw: a visitor may query the scene, but must not change it.
    tree.walks++;
    try {
      // The walk by the kernel ends if a visitor runs its own query, which overwrites the kernel's traversal state.
      while (kernel.searches === search) {
        kernel.bind(boxes, tree);
        copyRay(ray, kernel.ray);
        // The kernel sorts the candidates of a ray by where the ray enters their boxes, as if the boxes were solid.
        kernel.ray[SOLID] = 1;
        const { functions } = kernel;
        if (isFirst) functions.beginCandidates();
        isFirst = false;
        if (links !== null) {
          const { numbers, verified, epoch } = links;
          const table = kernel.bindLinks(links);
          functions.followLinks(
            numbers.byteOffset,
            table,
            verified.byteOffset,
            epoch,
            follower?.listsAll === true ? 1 : 0,
          );
        }
        const id = functions.nextCandidate(limit, reachX, reachY, reachZ, reach === null ? 0 : 1, hasMask, mask ?? 0);
        if (id < NO_HIT) break;
        if (id === NO_HIT) return;
        const { numbers } = kernel;
        const next = numbers[NEXT_T];
        const mesh = links === null ? null : links.meshOf(id);
        const count = mesh === null ? 0 : numbers[CANDIDATE_COUNT];
        if (mesh !== null && links?.isVerified(mesh) === false && follower?.renewLink(id) === true) {
          functions.repeatCandidate();
          continue;
        }
        if (follower !== null && count > 0) {
          limit = follower.visitTriangles(id, numbers, CANDIDATES, count, numbers[CANDIDATE_BOUND]);
        } else {
          const t = numbers[HIT_T];
          const hit = isExact || id < boxes.placeholders ? t : hitBox(boxes, boxes.places[id], ray);
          if (!Number.isNaN(hit)) limit = visitor.visit(id, hit, null);
        }
        // Most often, the first hit ends the walk.
        if (limit === -Infinity || next > lastAhead(limit)) return;
        (visited ??= []).push(id);
      }
      walkRay(tree, ray, mask, new Unvisited(visited ?? [], limit, visitor), reach, limit);
    } finally {
      tree.walks--;
    }
  };
}

/** Returns a reach that covers its own rounding in the kernel: see prepareRay in kernel/margins/rayMargin.ts. */
function grown([x, y, z]: Float64Array): [number, number, number] {
  const growth = 1 + 2 ** -20;
  return [x * growth, y * growth, z * growth];
}

/** The kernel ranks what lies ahead by a t of at least minus this: LARGEST of kernel/margins/rayMargin.ts. */
const LARGEST = 3.4e38;

/**
 * Returns a t up to which what lies ahead, ranked in float32, may be hit at `limit` or before. The terms cover overflow,
 * rounding and underflow of float32.
 */
function lastAhead(limit: number): number {
  const t = Math.max(limit, -LARGEST);
  return t + 2 ** -19 * Math.abs(t) + 1e-38;
}

const NO_BOX = -1;

/** Returns the id of the only box of a scene, or NO_BOX if there are more, or none. */
function onlyBox({ nodes: { int32 }, boxes, root }: Tree): number {
  const first = (root << NODE_SHIFT) + CHILD;
  const child = int32[first];
  const isOnly = child < 0 && child !== EMPTY && int32[first + 1] === EMPTY;
  return isOnly && ~child >= boxes.placeholders ? ~child : NO_BOX;
}

function visitOnly(
  tree: Tree,
  id: number,
  ray: RayBuffer,
  mask: number | undefined,
  visitor: RayVisitor,
  isMetByBounds: boolean,
): void {
  const { places, masks } = tree.boxes;
  if (mask !== undefined && (masks[id] & mask) === 0) return;
  const hit = isMetByBounds ? ray[T_MIN] : hitBox(tree.boxes, places[id], ray);
  if (Number.isNaN(hit)) return;
  tree.walks++;
  try {
    visitor.visit(id, hit, null);
  } finally {
    tree.walks--;
  }
}

/** A ray visitor that passes boxes that have not been visited yet to another visitor, and skips boxes that have. */
export class Unvisited implements RayVisitor {
  readonly isFirstEnough = false;
  readonly #visited: ReadonlySet<number>;
  readonly #next: RayVisitor;
  #limit: number;

  constructor(visited: readonly number[], limit: number, next: RayVisitor) {
    this.#visited = new Set(visited);
    this.#limit = limit;
    this.#next = next;
  }

  visit(id: number, t: number, hitTriangle: HitTriangle | null): number {
    if (!this.#visited.has(id)) this.#limit = this.#next.visit(id, t, hitTriangle);
    return this.#limit;
  }
}
