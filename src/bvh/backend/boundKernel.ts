import type { Kernel } from '../../kernel/binary';
import { RAY_STRIDE } from '../../primitives/flat/rayLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { BoxStore } from '../boxes/boxStore';
import type { OnProgress } from '../build/buildSteps';
import {
  EXCHANGE_NUMBERS,
  EXTENT,
  KERNEL_BYTES,
  MAGNITUDE,
  OBB_SLOPE,
  ORIGIN,
  RAY,
  REACH,
  TYPICAL_SIZE,
} from '../layout/kernelLayout';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { WasmAllocator } from '../memory/wasmAllocator';
import type { MakeViews } from '../memory/memory';
import { NODE_WORDS } from '../layout/nodeLayout';
import { ScratchSpace } from '../memory/scratchSpace';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { createKernel } from './kernel';
import { writeMeshTable } from '../meshes/meshTable';

/** A kernel in a scene's memory, the numbers exchanged with it, and what it has been told about the scene. */
export class BoundKernel {
  readonly memory: WasmAllocator;
  /** What the kernel exports. */
  readonly functions: Kernel;
  /** The numbers that are exchanged (see kernelLayout.ts), and the ray among them. */
  numbers: Float64Array = new Float64Array(0);
  ray: RayBuffer = new Float64Array(0);
  /** For a batch of rays, the lists of a plane or overlap query or pairs. Kept for the next use. */
  readonly scratch: ScratchSpace;
  /** How many rays have had their boxes found one by one. What lies ahead of a ray stays until the next such ray. */
  searches = 0;
  /** For the build under way. */
  onProgress: OnProgress | undefined;
  /** What was bound last. The kernel's addresses are right as long as both stay the same. */
  #boundMoves = -1;
  #boundTree: Tree | null = null;
  #boundRoot = 0;
  #boundCompactions = -1;

  /** @throws if WebAssembly with SIMD is not available. */
  constructor(memory: WasmAllocator) {
    this.memory = memory;
    let memoryBase = 0;
    const makeViews: MakeViews = (buffer, byteOffset) => {
      memoryBase = byteOffset;
      this.numbers = new Float64Array(buffer, byteOffset, EXCHANGE_NUMBERS);
      this.ray = this.numbers.subarray(RAY, RAY + RAY_STRIDE);
    };
    memory.allocate(KERNEL_BYTES, makeViews, true);
    // Another thread may have used the bytes before.
    new Uint8Array(memory.memory.buffer, memoryBase, KERNEL_BYTES).fill(0);
    this.functions = createKernel(memory, memoryBase, (boxes) => this.onProgress?.(boxes));
    this.scratch = new ScratchSpace(memory);
  }

  /** Tells the kernel where everything is, unless it already knows. */
  bind(boxes: BoxStore, tree: Tree | null): void {
    // Called for every ray: the rest is a method of its own, so that engines inline this test.
    const isBound = this.memory.moves === this.#boundMoves && tree === this.#boundTree;
    if (!isBound || (tree !== null && tree.root !== this.#boundRoot)) this.#rebind(boxes, tree);
  }

  #rebind(boxes: BoxStore, tree: Tree | null): void {
    this.functions.bind(
      tree === null ? 0 : tree.nodes.float32.byteOffset,
      boxes.places.byteOffset,
      boxes.masks.byteOffset,
      boxes.aabb32.data.byteOffset,
      boxes.aabb64.data.byteOffset,
      boxes.obbs.data.byteOffset,
      boxes.globalIds?.byteOffset ?? 0,
      boxes.placeholders,
      tree === null ? 0 : tree.nodes.float32.byteOffset + tree.root * NODE_WORDS * 4,
      tree === null ? 0 : tree.paths.boxSlots.byteOffset,
      tree === null ? 0 : tree.paths.parentSlots.byteOffset,
      tree === null ? 0 : tree.paths.heights.byteOffset,
    );
    if (tree !== null && tree !== this.#boundTree) this.#writeMeasure(tree);
    if (tree !== null) this.#bindMeshes(tree);
    this.#boundMoves = this.memory.moves;
    this.#boundTree = tree;
    this.#boundRoot = tree?.root ?? 0;
  }

  /** Tells the kernel where the meshes are, and which id places which. */
  #bindMeshes({ boxes, meshes: { meshes, table, dirtyMeshes } }: Tree): void {
    const hasInstances = boxes.meshes.length !== 0;
    // A tree that is being built has no table yet.
    if (hasInstances && table.length !== 0) {
      const { compactions } = this.memory;
      writeMeshTable(meshes, compactions === this.#boundCompactions ? dirtyMeshes : meshes.keys(), table);
      dirtyMeshes.clear();
      this.#boundCompactions = compactions;
    }
    this.functions.bindMeshes(hasInstances ? 1 : 0, boxes.meshes.byteOffset, table.byteOffset, boxes.meshCondition);
  }

  /** Tells the kernel about nodes that are not over boxes: a mesh's while they are built. */
  bindNodes(nodes: Nodes): void {
    this.functions.bind(nodes.float32.byteOffset, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    this.#boundMoves = -1;
  }

  /** Measures a scene. */
  measure(boxes: BoxStore): SceneMeasure {
    this.bind(boxes, null);
    this.functions.measureScene(boxes.idLimit);
    return this.readMeasure();
  }

  /** Reads the measure of the scene from the kernel. */
  readMeasure(): SceneMeasure {
    const numbers = this.numbers;
    return {
      origin: numbers.slice(ORIGIN, ORIGIN + 3),
      extent: numbers.slice(EXTENT, EXTENT + 3),
      magnitude: numbers.slice(MAGNITUDE, MAGNITUDE + 3),
      reach: numbers[REACH],
      obbSlope: numbers[OBB_SLOPE],
      typicalSize: numbers[TYPICAL_SIZE],
    };
  }

  /** Writes the measure of a tree for the kernel, which may not have built the tree itself. */
  #writeMeasure({ origin, extent, magnitude, reach, obbSlope, typicalSize }: SceneMeasure): void {
    const numbers = this.numbers;
    numbers.set(origin, ORIGIN);
    numbers.set(extent, EXTENT);
    numbers.set(magnitude, MAGNITUDE);
    numbers[REACH] = reach;
    numbers[OBB_SLOPE] = obbSlope;
    numbers[TYPICAL_SIZE] = typicalSize;
    this.functions.preparePads();
  }
}
