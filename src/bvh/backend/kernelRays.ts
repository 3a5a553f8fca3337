import { copyRay, type RayBuffer } from '../../primitives/flat/rayBuffer';
import { SOLID, T_MAX } from '../../primitives/flat/rayLayout';
import { BATCH_STRIDE, FACE, HIT_T, RAY_KEYS, RUNNER_UP, UNTAMED } from '../layout/kernelLayout';
import { widenedReach } from '../margins/rayMargin';
import { type ClosestHit, raycast } from '../query/raycast';
import { raycastAny } from '../query/raycastAny';
import { type CheckRays, raycastMany } from '../query/raycastMany';
import { GRACE, graceOf, hasCallback, type RaySelection } from '../query/raySelection';
import { type RayVisitor, walkRay } from '../query/walkRay';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** Rays that go through the kernel at once: enough for their order to matter, and little to hold. */
const BATCH = 65_536;
/** Fewer rays than this are not worth being ordered. */
const WORTH_ORDERING = 1024;
/** Boxes that the kernel finds one by one for a visitor: for more, a walk is faster. */
const SEEKS = 4;

/** Rays by the kernel. Those of sizes beyond its margins are left to JavaScript. */
export class KernelRays {
  readonly #kernel: BoundKernel;

  constructor(kernel: BoundKernel) {
    this.#kernel = kernel;
  }

  raycast(tree: Tree, ray: RayBuffer, selection: RaySelection, hit: ClosestHit): void {
    if (hasCallback(selection)) {
      raycast(tree, ray, selection, hit, this.#walk);
      return;
    }
    const id = this.#cast(0, tree, ray, selection.mask);
    if (id === UNTAMED) {
      raycast(tree, ray, selection, hit);
    } else {
      const numbers = this.#kernel.numbers;
      hit.id = id;
      hit.t = numbers[HIT_T];
      hit.normal[0] = numbers[FACE];
      hit.normal[1] = numbers[FACE + 1];
      hit.normal[2] = numbers[FACE + 2];
      hit.inside = numbers[FACE + 3] !== 0;
    }
  }

  raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection): boolean {
    if (hasCallback(selection)) return raycastAny(tree, ray, selection, this.#walk);
    const id = this.#cast(1, tree, ray, selection.mask);
    return id === UNTAMED ? raycastAny(tree, ray, selection) : id >= 0;
  }

  raycastMany(
    tree: Tree,
    rays: Float32Array | Float64Array,
    range: RayBuffer,
    selection: RaySelection,
    ids: Int32Array,
    ts: Float64Array,
    checkRays: CheckRays,
  ): void {
    if (hasCallback(selection)) {
      raycastMany(tree, rays, range, selection, ids, ts, checkRays, this.#walk);
      return;
    }
    const { mask } = selection;
    const batch = Math.min(ids.length, BATCH);
    const isLarge = batch >= WORTH_ORDERING;
    const isFloat32 = rays.BYTES_PER_ELEMENT === 4 ? 1 : 0;
    // Rays, ts, ids; and to order them, the keys' counts, and an index and a key each.
    const tsAt = batch * BATCH_STRIDE * rays.BYTES_PER_ELEMENT;
    const idsAt = tsAt + batch * 8;
    const orderAt = idsAt + batch * 4;
    this.#kernel.scratch.reserve(orderAt + (isLarge ? RAY_KEYS * 4 + batch * 6 : 0));
    this.#kernel.bind(tree.leaves, tree);
    const at = this.#kernel.scratch.byteOffset;
    const { buffer } = this.#kernel.memory.memory;
    const length = batch * BATCH_STRIDE;
    const batchRays = isFloat32 === 1 ? new Float32Array(buffer, at, length) : new Float64Array(buffer, at, length);
    const batchTs = new Float64Array(buffer, at + tsAt, batch);
    const batchIds = new Int32Array(buffer, at + idsAt, batch);
    this.#kernel.ray.set(range);

    const { functions } = this.#kernel;
    for (let first = 0; first < ids.length; first += batch) {
      const end = Math.min(first + batch, ids.length);
      const count = end - first;
      batchRays.set(rays.subarray(BATCH_STRIDE * first, BATCH_STRIDE * end));
      const order = isLarge && functions.isIncoherent(at, isFloat32, count) !== 0 ? at + orderAt : 0;
      const hasMask = mask === undefined ? 0 : 1;
      if (functions.raycastMany(at, isFloat32, count, order, at + idsAt, at + tsAt, hasMask, mask ?? 0) > 0) {
        // Among rays of such sizes may be some that are not well formed.
        const copy = batchRays.subarray(0, BATCH_STRIDE * count);
        const check: CheckRays = (rays) => {
          checkRays(rays, first);
        };
        raycastMany(tree, copy, range, selection, ids.subarray(first, end), ts.subarray(first, end), check);
      } else {
        ids.set(batchIds.subarray(0, count), first);
        ts.set(batchTs.subarray(0, count), first);
      }
    }
  }

  /** Casts one ray; returns what the kernel does. */
  #cast(isAny: 0 | 1, tree: Tree, ray: RayBuffer, mask: number | undefined): number {
    this.#kernel.bind(tree.leaves, tree);
    copyRay(ray, this.#kernel.ray);
    return this.#kernel.functions.raycast(isAny, mask === undefined ? 0 : 1, mask ?? 0);
  }

  /**
   * {@link walkRay}, begun by the kernel: it finds the boxes one after the other as the ray enters them, of which most visitors
   * want one or two. Nothing depends on who finds them, nor on their order.
   */
  readonly #walk = (tree: Tree, ray: RayBuffer, mask: number | undefined, visitor: RayVisitor): void => {
    const { leaves } = tree;
    const grace = graceOf(tree, ray);
    const widened = widenedReach(tree, ray);
    const visited: number[] = [];
    let limit = ray[T_MAX];
    let t = -Infinity;
    let id = -1;
    // A visitor may ask the same scene, and must not change it.
    tree.walks++;
    try {
      while (visited.length < SEEKS) {
        this.#kernel.bind(leaves, tree);
        this.#kernel.ray.set(ray);
        // By the t at which the ray enters them, and up to the largest that matters.
        this.#kernel.ray[SOLID] = 1;
        this.#kernel.ray[T_MAX] = limit;
        id = this.#kernel.functions.raycastAfter(t, id, grace, GRACE, widened, mask === undefined ? 0 : 1, mask ?? 0);
        if (id === UNTAMED) break;
        if (id < 0) return;
        t = this.#kernel.numbers[HIT_T];
        const runnerUp = this.#kernel.numbers[RUNNER_UP];
        visited.push(id);
        const hit = leaves.hit(leaves.places[id], ray);
        if (!Number.isNaN(hit)) limit = visitor.visit(id, hit);
        // The kernel has looked twice the grace far, less what float32 rounds, and seen no other.
        if (limit < runnerUp && limit <= t + 1.5 * (grace + GRACE * Math.abs(t))) return;
      }
      walkRay(tree, ray, mask, new Unvisited(visited, limit, visitor), limit);
    } finally {
      tree.walks--;
    }
  };
}

/** Passes on the boxes that have not been visited. */
class Unvisited implements RayVisitor {
  readonly #visited: readonly number[];
  readonly #next: RayVisitor;
  #limit: number;

  constructor(visited: readonly number[], limit: number, next: RayVisitor) {
    this.#visited = visited;
    this.#limit = limit;
    this.#next = next;
  }

  visit(id: number, t: number): number {
    if (!this.#visited.includes(id)) this.#limit = this.#next.visit(id, t);
    return this.#limit;
  }
}
