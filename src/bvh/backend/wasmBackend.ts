import { OBB_STRIDE } from '../../primitives/boxLayout';
import type { FlatShape } from '../../primitives/flatShape';
import { copyRay, type RayBuffer } from '../../primitives/rayBuffer';
import { RAY_STRIDE, SOLID, T_MAX } from '../../primitives/rayLayout';
import { OBB_SHAPE, SPHERE_SHAPE } from '../../primitives/shapeKind';
import { buildScratchBytes } from '../boxes/buildRoom';
import type { ChangedIds } from '../boxes/changedIds';
import type { LeafStore, ObbRecords } from '../boxes/leafStore';
import { readMatrices } from '../boxes/readMatrices';
import type { OnProgress } from '../build/onProgress';
import { itemLimit } from '../change/treelets';
import type { Checking } from '../file/fileOperations';
import type { FilePiece } from '../file/filePiece';
import { ROW_WORDS } from '../layout/boxRowLayout';
import {
  AREAS,
  BATCH_STRIDE,
  BOXES,
  CAPACITY,
  CURSOR,
  DUE,
  EXCHANGE_NUMBERS,
  EXTENT,
  FACE,
  HIT_T,
  KERNEL_BYTES,
  LEVEL_OFFSET,
  LEVEL_SHIFT,
  MAGNITUDE,
  NODE_COUNT,
  MAX_DISTANCE,
  NEIGHBOR_LIMIT,
  NEIGHBOR_NUMBERS,
  NEIGHBORS,
  OBB_SLOPE,
  ORIGIN,
  NO_ROOM,
  PLANE_LIMIT,
  PLANE_NUMBERS,
  PLANES,
  POINT,
  RAY,
  RAY_KEYS,
  REACH,
  RUNNER_UP,
  SET_BOXES,
  SHAPE,
  SLABS,
  TYPICAL_SIZE,
  UNTAMED,
  WORK,
} from '../layout/kernelLayout';
import { PAIR_STACK, PAIRS_AT_ONCE } from '../layout/pairStack';
import { BACK, CROSSING, CUT, FOUND, FRONT, INSIDE } from '../layout/setBits';
import { widenedReach } from '../margins/rayMargin';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { KernelMemory } from '../memory/kernelMemory';
import type { MakeViews } from '../memory/memory';
import { ScratchSpace } from '../memory/scratchSpace';
import { type Culled, cullByPlanes } from '../query/cullByPlanes';
import { type NearBox, nearest, type NearestSelection } from '../query/nearest';
import { overlap } from '../query/overlap';
import { type ClosestHit, raycast } from '../query/raycast';
import { raycastAny } from '../query/raycastAny';
import type { CheckRays } from '../query/raycastMany';
import { raycastMany } from '../query/raycastMany';
import { GRACE, graceOf, hasCallback, type RaySelection } from '../query/raySelection';
import type { OpenedNodes, SlotSet } from '../query/slotSet';
import { type Split, splitByPlane } from '../query/splitByPlane';
import { type RayVisitor, walkRay } from '../query/walkRay';
import { writeObbSlabs } from '../slots/obbSlabs';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import type { Backend } from './backend';
import { createKernel, type Kernel } from './kernel';
import { KernelFilePiece } from './kernelFilePiece';
import { KernelTreeCheck } from './kernelTreeCheck';

/** Rays that go through the kernel at once: enough for their order to matter, and little to hold. */
const BATCH = 65_536;
/** Fewer rays than this are not worth being ordered. */
const WORTH_ORDERING = 1024;
/** Boxes that the kernel finds one by one for a visitor: for more, a walk is faster. */
const SEEKS = 4;
/** Fewer matrices than this are read here sooner than they are copied for the kernel. */
const WORTH_COPYING = 16;
/** Matrices that go through the kernel at once. */
const MATRIX_BATCH = 1024;
/** Pairs that the kernel finds before they are fetched. */
const PAIR_ROOM = 65_536;

/**
 * The operations as a WebAssembly SIMD kernel, an instance a scene, whose memory is the scene's. What it does not have, and
 * rays of sizes beyond its margins, are left to the same operations in JavaScript, which read the same bytes.
 */
export class WasmBackend implements Backend {
  readonly name = 'wasm';
  readonly memory: KernelMemory;
  readonly #kernel: Kernel;
  /** What is exchanged with the kernel, and the ray in it. */
  #numbers: Float64Array = new Float64Array(0);
  #ray: RayBuffer = new Float64Array(0);
  /** What was bound last: the kernel's addresses are right as long as both are the same. */
  #boundMoves = -1;
  #boundTree: Tree | null = null;
  /** ScratchSpace for a batch of rays, the lists of a plane query or an overlap, pairs, or a treelet; kept for the next one. */
  readonly #scratch: ScratchSpace;
  #listCapacity = 512;
  /** Of the build that is under way. */
  #onProgress: OnProgress | undefined;

  /** @throws where WebAssembly with SIMD is not to be had. */
  constructor(memory = new KernelMemory()) {
    this.memory = memory;
    let own = 0;
    const makeViews: MakeViews = (buffer, byteOffset) => {
      own = byteOffset;
      this.#numbers = new Float64Array(buffer, byteOffset, EXCHANGE_NUMBERS);
      this.#ray = this.#numbers.subarray(RAY, RAY + RAY_STRIDE);
    };
    memory.allocate(KERNEL_BYTES, makeViews, true);
    // Another thread may have used the bytes before.
    new Uint8Array(memory.memory.buffer, own, KERNEL_BYTES).fill(0);
    this.#kernel = createKernel(memory, own, (boxes) => this.#onProgress?.(boxes));
    this.#scratch = new ScratchSpace(memory);
  }

  readMatrices(matrices: Float32Array | Float64Array, obbs: ObbRecords | null, index: number): number {
    const count = matrices.length / 16;
    if (count < WORTH_COPYING) return readMatrices(matrices, obbs, index);
    const isFloat32 = matrices.BYTES_PER_ELEMENT === 4 ? 1 : 0;
    const batch = Math.min(count, MATRIX_BATCH);
    // The matrices, and where their records are not kept, room for those.
    this.#scratch.reserve(batch * (16 + OBB_STRIDE) * 8);
    const at = this.#scratch.byteOffset;
    const { buffer } = this.memory.memory;
    const copy = isFloat32 === 1 ? new Float32Array(buffer, at, batch * 16) : new Float64Array(buffer, at, batch * 16);
    const records = obbs === null ? at + batch * 128 : obbs.data.byteOffset + index * OBB_STRIDE * 8;
    for (let first = 0; first < count; first += batch) {
      const some = Math.min(batch, count - first);
      copy.set(matrices.subarray(16 * first, 16 * (first + some)));
      const kept = obbs === null ? 0 : first;
      const read = this.#kernel.readMatrices(at, isFloat32, some, records + kept * OBB_STRIDE * 8);
      if (read < some) return first + read;
    }
    return count;
  }

  createFilePiece(byteLength: number): FilePiece {
    return new KernelFilePiece(this.#kernel, this.memory, byteLength);
  }

  checkTree(tree: Tree): Checking {
    return new KernelTreeCheck(this.#kernel, this.memory, tree, () => {
      this.#bind(tree.leaves, tree);
    });
  }

  build(leaves: LeafStore, onProgress?: OnProgress): Tree {
    try {
      return this.#build(leaves, onProgress);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // What was given back has left gaps: together they may be room enough.
      this.memory.compact();
      return this.#build(leaves, onProgress);
    }
  }

  #build(leaves: LeafStore, onProgress?: OnProgress): Tree {
    const { size, idLimit } = leaves;
    this.#onProgress = onProgress;
    const scratch = new ScratchSpace(this.memory);
    try {
      scratch.reserve(buildScratchBytes(size));
      this.#bind(leaves, null);
      const nodes = new Nodes(this.memory, this.#kernel.planTree(idLimit, size, scratch.byteOffset));
      const tree = createTree(this.#readMeasure(), leaves, nodes);
      this.#bind(leaves, tree);
      this.#kernel.collapse(scratch.byteOffset);
      return tree;
    } finally {
      this.#onProgress = undefined;
      scratch.release();
    }
  }

  refit(tree: Tree): void {
    this.#beginChange(tree);
    this.#kernel.refit(tree.leaves.idLimit);
    this.#endChange(tree);
  }

  refitChanged(tree: Tree, changes: ChangedIds): void {
    this.#beginChange(tree);
    changes.count -= this.#kernel.refitChanged(changes.words.byteOffset);
    this.#endChange(tree);
  }

  applyChanges(tree: Tree, { words, firstWord, endWord }: ChangedIds): boolean {
    this.#beginChange(tree);
    tree.isPacked = false;
    const isOfUse = this.#kernel.applyChanges(words.byteOffset, firstWord, endWord) !== 0;
    this.#endChange(tree);
    return isOfUse;
  }

  optimize(tree: Tree): void {
    // Rows of 32 bytes, two child words and a node each; and at most twice as many binary nodes: see buildRoom.ts.
    this.#scratch.reserve(itemLimit(tree) * (ROW_WORDS * 4 + 12 + 40));
    this.#beginChange(tree);
    tree.isPacked = false;
    this.#kernel.optimize(this.#scratch.byteOffset);
    this.#endChange(tree);
  }

  #beginChange(tree: Tree): void {
    this.#bind(tree.leaves, tree);
    const numbers = this.#numbers;
    numbers[BOXES] = tree.leaves.size;
    numbers[NODE_COUNT] = tree.nodes.count;
    numbers[CURSOR] = tree.cursor;
    numbers[CAPACITY] = tree.nodes.capacity;
    numbers[WORK] = tree.work;
    numbers[DUE] = tree.due;
    numbers[LEVEL_SHIFT] = tree.levelShift;
    numbers[LEVEL_OFFSET] = tree.levelOffset;
    numbers[AREAS] = tree.areas;
  }

  #endChange(tree: Tree): void {
    const numbers = this.#numbers;
    tree.nodes.count = numbers[NODE_COUNT];
    tree.cursor = numbers[CURSOR];
    tree.work = numbers[WORK];
    tree.due = numbers[DUE];
    tree.levelOffset = numbers[LEVEL_OFFSET];
    tree.areas = numbers[AREAS];
    Object.assign(tree, this.#readMeasure());
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
      const numbers = this.#numbers;
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
    this.#scratch.reserve(orderAt + (isLarge ? RAY_KEYS * 4 + batch * 6 : 0));
    this.#bind(tree.leaves, tree);
    const at = this.#scratch.byteOffset;
    const { buffer } = this.memory.memory;
    const length = batch * BATCH_STRIDE;
    const batchRays = isFloat32 === 1 ? new Float32Array(buffer, at, length) : new Float64Array(buffer, at, length);
    const batchTs = new Float64Array(buffer, at + tsAt, batch);
    const batchIds = new Int32Array(buffer, at + idsAt, batch);
    this.#ray.set(range);

    const kernel = this.#kernel;
    for (let first = 0; first < ids.length; first += batch) {
      const end = Math.min(first + batch, ids.length);
      const count = end - first;
      batchRays.set(rays.subarray(BATCH_STRIDE * first, BATCH_STRIDE * end));
      const order = isLarge && kernel.isIncoherent(at, isFloat32, count) !== 0 ? at + orderAt : 0;
      const hasMask = mask === undefined ? 0 : 1;
      if (kernel.raycastMany(at, isFloat32, count, order, at + idsAt, at + tsAt, hasMask, mask ?? 0) > 0) {
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

  nearest(tree: Tree, x: number, y: number, z: number, selection: NearestSelection): NearBox[] {
    const { count, maxDistance, mask, filter } = selection;
    if (filter !== undefined || count > NEIGHBOR_LIMIT) return nearest(tree, x, y, z, selection);
    this.#bind(tree.leaves, tree);
    const numbers = this.#numbers;
    numbers[POINT] = x;
    numbers[POINT + 1] = y;
    numbers[POINT + 2] = z;
    numbers[MAX_DISTANCE] = maxDistance;
    const found = this.#kernel.nearest(count, mask === undefined ? 0 : 1, mask ?? 0);
    if (found === UNTAMED) return nearest(tree, x, y, z, selection);
    const boxes: NearBox[] = [];
    for (let i = 0, at = NEIGHBORS; i < found; i++, at += NEIGHBOR_NUMBERS) {
      boxes.push({
        id: numbers[at],
        distance: numbers[at + 1],
        x: numbers[at + 2],
        y: numbers[at + 3],
        z: numbers[at + 4],
      });
    }
    return boxes;
  }

  splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
    const opened = this.#query(tree, (at, capacity) => {
      const numbers = this.#numbers;
      numbers[PLANES] = normalX;
      numbers[PLANES + 1] = normalY;
      numbers[PLANES + 2] = normalZ;
      numbers[PLANES + 3] = constant;
      return this.#kernel.splitByPlane(at, at + capacity * 4, capacity);
    });
    if (opened === null) return splitByPlane(tree, normalX, normalY, normalZ, constant);
    const [front, crossing, back] = this.#numbers.subarray(SET_BOXES);
    return {
      front: { opened, shift: FRONT, boxes: front },
      crossing: { opened, shift: CROSSING, boxes: crossing },
      back: { opened, shift: BACK, boxes: back },
    };
  }

  cullByPlanes(tree: Tree, planes: Float64Array): Culled {
    const count = planes.length / PLANE_NUMBERS;
    if (count > PLANE_LIMIT) return cullByPlanes(tree, planes);
    const opened = this.#query(tree, (at, capacity) => {
      this.#numbers.set(planes, PLANES);
      return this.#kernel.cullByPlanes(count, at, at + capacity * 4, at + capacity * 8, capacity);
    });
    if (opened === null) return cullByPlanes(tree, planes);
    const [inside, crossing] = this.#numbers.subarray(SET_BOXES);
    return {
      inside: { opened, shift: INSIDE, boxes: inside },
      crossing: { opened, shift: CUT, boxes: crossing },
    };
  }

  overlap(tree: Tree, shape: FlatShape): SlotSet {
    const { kind, record, frame } = shape;
    const opened = this.#query(tree, (at, capacity) => {
      this.#numbers.set(kind === SPHERE_SHAPE ? record : frame, SHAPE);
      if (kind === SPHERE_SHAPE) this.#numbers.set(record.subarray(0, 3), POINT);
      if (kind === OBB_SHAPE) writeObbSlabs(tree, shape, this.#numbers, SLABS);
      return this.#kernel.overlap(kind, at, at + capacity * 4, capacity);
    });
    if (opened === null) return overlap(tree, shape);
    return { opened, shift: FOUND, boxes: this.#numbers[SET_BOXES] };
  }

  pairs(tree: Tree, mask: number | undefined): Uint32Array {
    const kernel = this.#kernel;
    this.#scratch.reserve(PAIR_STACK * 8 + PAIR_ROOM * 8);
    this.#bind(tree.leaves, tree);
    const stack = this.#scratch.byteOffset;
    const out = stack + PAIR_STACK * 8;
    const parts: Uint32Array[] = [];
    let length = 0;
    let pairs = 0;
    kernel.beginPairs(stack);
    do {
      pairs = kernel.findPairs(tree.nodes.count, out, PAIR_ROOM, mask === undefined ? 0 : 1, mask ?? 0);
      parts.push(new Uint32Array(this.memory.memory.buffer, out, 2 * pairs).slice());
      length += 2 * pairs;
    } while (pairs > PAIR_ROOM - PAIRS_AT_ONCE);
    if (parts.length === 1) return parts[0];
    const all = new Uint32Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** Casts one ray; returns what the kernel does. */
  #cast(isAny: 0 | 1, tree: Tree, ray: RayBuffer, mask: number | undefined): number {
    this.#bind(tree.leaves, tree);
    copyRay(ray, this.#ray);
    return this.#kernel.raycast(isAny, mask === undefined ? 0 : 1, mask ?? 0);
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
        this.#bind(leaves, tree);
        this.#ray.set(ray);
        // By the t at which the ray enters them, and up to the largest that matters.
        this.#ray[SOLID] = 1;
        this.#ray[T_MAX] = limit;
        id = this.#kernel.raycastAfter(t, id, grace, GRACE, widened, mask === undefined ? 0 : 1, mask ?? 0);
        if (id === UNTAMED) break;
        if (id < 0) return;
        t = this.#numbers[HIT_T];
        const runnerUp = this.#numbers[RUNNER_UP];
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

  /** Runs a plane query, or an overlap, with room for three lists of words, opened nodes and their bits first; again with more where it lacks. */
  #query(tree: Tree, run: (at: number, capacity: number) => number): OpenedNodes | null {
    for (;;) {
      const capacity = this.#listCapacity;
      this.#scratch.reserve(3 * capacity * 4);
      this.#bind(tree.leaves, tree);
      const at = this.#scratch.byteOffset;
      const count = run(at, capacity);
      if (count === UNTAMED) return null;
      if (count !== NO_ROOM) {
        const { buffer } = this.memory.memory;
        return {
          nodes: new Int32Array(buffer, at, count).slice(),
          found: new Int32Array(buffer, at + capacity * 4, count).slice(),
          count,
        };
      }
      this.#listCapacity *= 2;
    }
  }

  #readMeasure(): SceneMeasure {
    const numbers = this.#numbers;
    return {
      origin: numbers.slice(ORIGIN, ORIGIN + 3),
      extent: numbers.slice(EXTENT, EXTENT + 3),
      magnitude: numbers.slice(MAGNITUDE, MAGNITUDE + 3),
      reach: numbers[REACH],
      obbSlope: numbers[OBB_SLOPE],
      typicalSize: numbers[TYPICAL_SIZE],
    };
  }

  /** The kernel may not have built the tree itself. */
  #writeMeasure({ origin, extent, magnitude, reach, obbSlope, typicalSize }: SceneMeasure): void {
    const numbers = this.#numbers;
    numbers.set(origin, ORIGIN);
    numbers.set(extent, EXTENT);
    numbers.set(magnitude, MAGNITUDE);
    numbers[REACH] = reach;
    numbers[OBB_SLOPE] = obbSlope;
    numbers[TYPICAL_SIZE] = typicalSize;
    this.#kernel.preparePads();
  }

  /** Tells the kernel where everything is, unless it knows. */
  #bind(leaves: LeafStore, tree: Tree | null): void {
    const { moves } = this.memory;
    if (moves === this.#boundMoves && tree === this.#boundTree) return;
    this.#kernel.bind(
      tree === null ? 0 : tree.nodes.float32.byteOffset,
      leaves.places.byteOffset,
      leaves.masks.byteOffset,
      leaves.aabb32.data.byteOffset,
      leaves.aabb64.data.byteOffset,
      leaves.obbs.data.byteOffset,
      tree === null ? 0 : tree.paths.boxSlots.byteOffset,
      tree === null ? 0 : tree.paths.parentSlots.byteOffset,
      tree === null ? 0 : tree.paths.heights.byteOffset,
    );
    if (tree !== null && tree !== this.#boundTree) this.#writeMeasure(tree);
    this.#boundMoves = moves;
    this.#boundTree = tree;
  }
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
