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
  SCENE,
  SCENE_NODES,
  SCENE_PLACES,
  SCENE_MASKS,
  SCENE_AABB32,
  SCENE_AABB64,
  SCENE_OBBS,
  SCENE_GLOBAL_IDS,
  SCENE_PLACEHOLDERS,
  SCENE_ROOT,
  SCENE_BOX_SLOTS,
  SCENE_PARENT_SLOTS,
  SCENE_HEIGHTS,
  SCENE_NUMBERS,
  TYPICAL_SIZE,
} from '../layout/kernelLayout';
import type { MeshLinks } from '../meshes/meshLinks';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { WasmAllocator } from '../memory/wasmAllocator';
import type { MakeViews } from '../memory/memory';
import { NODE_WORDS } from '../layout/nodeLayout';
import { ScratchSpace } from '../memory/scratchSpace';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { createKernel } from './createKernel';
import { writeMeshTable } from '../meshes/meshTable';

/**
 * A WebAssembly kernel in a scene's memory, the numbers that JavaScript exchanges with the kernel, and the scene whose
 * addresses are in the kernel.
 */
export class BoundKernel {
  readonly memory: WasmAllocator;
  readonly functions: Kernel;
  /** The numbers that JavaScript and the kernel exchange (see kernelLayout.ts). `ray` is a view of the ray in them. */
  numbers: Float64Array = new Float64Array(0);
  ray: RayBuffer = new Float64Array(0);
  /** Scratch space in which the kernel reads batches of rays and writes lists of nodes and pairs. */
  readonly scratch: ScratchSpace;
  /**
   * How many ray walks have run in which the kernel returns candidates one by one: see kernelWalk. Each walk overwrites
   * the kernel's state of the walk before.
   */
  searches = 0;
  /** The progress callback of the build that is running. */
  onProgress: OnProgress | undefined;
  /**
   * The state of the memory and the tree when the kernel was last bound to them. The addresses in the kernel are right
   * while memory and tree are in this state.
   */
  #boundMoves = -1;
  #boundTree: Tree | null = null;
  #boundRoot = 0;
  #boundCompactions = -1;
  /** The compactions of the memory when the table of linked meshes was last written. */
  #linkCompactions = -1;

  /**
   * Creates a kernel that works in `memory`.
   *
   * @throws if WebAssembly with SIMD is not available.
   */
  constructor(memory: WasmAllocator) {
    this.memory = memory;
    let memoryBase = 0;
    const makeViews: MakeViews = (buffer, byteOffset) => {
      memoryBase = byteOffset;
      this.numbers = new Float64Array(buffer, byteOffset, EXCHANGE_NUMBERS);
      this.ray = this.numbers.subarray(RAY, RAY + RAY_STRIDE);
    };
    memory.allocate(KERNEL_BYTES, makeViews, true);
    // The allocated bytes may hold old data of another thread, and the kernel needs working memory that is 0.
    new Uint8Array(memory.memory.buffer, memoryBase, KERNEL_BYTES).fill(0);
    this.functions = createKernel(memory, memoryBase, (boxes) => this.onProgress?.(boxes));
    this.scratch = new ScratchSpace(memory);
  }

  /** Passes the addresses of a scene to the kernel, if they have changed. */
  bind(boxes: BoxStore, tree: Tree | null): void {
    // Every ray query tests whether the kernel is bound. Binding is a separate method, so that engines inline the test.
    const isBound = this.memory.moves === this.#boundMoves && tree === this.#boundTree;
    if (!isBound || (tree !== null && tree.root !== this.#boundRoot)) this.#rebind(boxes, tree);
  }

  #rebind(boxes: BoxStore, tree: Tree | null): void {
    const { numbers } = this;
    numbers.fill(0, SCENE, SCENE + SCENE_NUMBERS);
    numbers[SCENE_PLACES] = boxes.places.byteOffset;
    numbers[SCENE_MASKS] = boxes.masks.byteOffset;
    numbers[SCENE_AABB32] = boxes.aabb32.data.byteOffset;
    numbers[SCENE_AABB64] = boxes.aabb64.data.byteOffset;
    numbers[SCENE_OBBS] = boxes.obbs.data.byteOffset;
    numbers[SCENE_GLOBAL_IDS] = boxes.globalIds?.byteOffset ?? 0;
    numbers[SCENE_PLACEHOLDERS] = boxes.placeholders;
    if (tree !== null) {
      const { nodes, paths, root } = tree;
      numbers[SCENE_NODES] = nodes.float32.byteOffset;
      numbers[SCENE_ROOT] = nodes.float32.byteOffset + root * NODE_WORDS * 4;
      numbers[SCENE_BOX_SLOTS] = paths.boxSlots.byteOffset;
      numbers[SCENE_PARENT_SLOTS] = paths.parentSlots.byteOffset;
      numbers[SCENE_HEIGHTS] = paths.heights.byteOffset;
    }
    this.functions.bind();
    if (tree !== null && tree !== this.#boundTree) this.#writeMeasure(tree);
    if (tree !== null) this.#bindMeshes(tree);
    this.#boundMoves = this.memory.moves;
    this.#boundTree = tree;
    this.#boundRoot = tree?.root ?? 0;
  }

  /** Passes the addresses of meshes and instances to the kernel. */
  #bindMeshes({ boxes, meshes: { meshes, table, dirtyMeshes } }: Tree): void {
    const hasInstances = boxes.meshes.length !== 0;
    // A tree that is being built has no table of meshes yet.
    if (hasInstances && table.length !== 0) {
      const { compactions } = this.memory;
      writeMeshTable(meshes, compactions === this.#boundCompactions ? dirtyMeshes : meshes.keys(), table);
      dirtyMeshes.clear();
      this.#boundCompactions = compactions;
    }
    this.functions.bindMeshes(hasInstances ? 1 : 0, boxes.meshes.byteOffset, table.byteOffset, boxes.meshCondition);
  }

  /** Brings the table of linked meshes up to date. Returns its address. */
  bindLinks({ meshes: { meshes, table, dirtyMeshes } }: MeshLinks): number {
    const { compactions } = this.memory;
    if (dirtyMeshes.size > 0 || compactions !== this.#linkCompactions) {
      writeMeshTable(meshes, compactions === this.#linkCompactions ? dirtyMeshes : meshes.keys(), table);
      dirtyMeshes.clear();
      this.#linkCompactions = compactions;
    }
    return table.byteOffset;
  }

  /** Passes the address of the nodes of a mesh to the kernel, for operations that need nothing else. */
  bindNodes(nodes: Nodes): void {
    this.numbers.fill(0, SCENE, SCENE + SCENE_NUMBERS);
    this.numbers[SCENE_NODES] = nodes.byteOffset;
    this.functions.bind();
    this.#boundMoves = -1;
  }

  /** Returns the measure of a scene, which the kernel computes from the boxes: see SceneMeasure. */
  measure(boxes: BoxStore): SceneMeasure {
    this.bind(boxes, null);
    this.functions.measureScene(boxes.idLimit);
    return this.readMeasure();
  }

  /** Returns the measure of the scene that the kernel has written to the exchanged numbers. */
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
