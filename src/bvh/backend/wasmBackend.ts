import type { FlatShape } from '../../primitives/flat/flatShape';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import type { ChangedIds } from '../boxes/changedIds';
import type { LeafStore, ObbRecords } from '../boxes/leafStore';
import type { OnProgress } from '../build/onProgress';
import { KernelMemory } from '../memory/kernelMemory';
import type { Culled } from '../query/cullByPlanes';
import type { NearBox, NearestSelection } from '../query/nearest';
import type { ClosestHit } from '../query/raycast';
import type { CheckRays } from '../query/raycastMany';
import type { RaySelection } from '../query/raySelection';
import type { SlotSet } from '../query/slotSet';
import type { Split } from '../query/splitByPlane';
import type { Tree } from '../tree/tree';
import type { Backend } from './backend';
import { BoundKernel } from './boundKernel';
import { buildByKernel } from './kernelBuild';
import { applyChangesByKernel, optimizeByKernel, refitByKernel, refitChangedByKernel } from './kernelChange';
import { KernelFilePiece } from './kernelFilePiece';
import { readMatricesByKernel } from './kernelMatrices';
import { nearestByKernel } from './kernelNearest';
import { pairsByKernel } from './kernelPairs';
import { KernelRays } from './kernelRays';
import { KernelSets } from './kernelSets';
import { KernelTreeCheck } from './kernelTreeCheck';

/**
 * The operations as a WebAssembly SIMD kernel, an instance a scene, whose memory is the scene's. What it does not have, and
 * rays of sizes beyond its margins, are left to the same operations in JavaScript, which read the same bytes.
 */
export class WasmBackend implements Backend {
  readonly name = 'wasm';
  readonly memory: KernelMemory;
  readonly #kernel: BoundKernel;
  readonly #rays: KernelRays;
  readonly #sets: KernelSets;

  /** @throws where WebAssembly with SIMD is not to be had. */
  constructor(memory = new KernelMemory()) {
    this.memory = memory;
    this.#kernel = new BoundKernel(memory);
    this.#rays = new KernelRays(this.#kernel);
    this.#sets = new KernelSets(this.#kernel);
  }

  readMatrices(matrices: Float32Array | Float64Array, obbs: ObbRecords | null, index: number): number {
    return readMatricesByKernel(this.#kernel, matrices, obbs, index);
  }

  createFilePiece(byteLength: number): KernelFilePiece {
    return new KernelFilePiece(this.#kernel, byteLength);
  }

  checkTree(tree: Tree): KernelTreeCheck {
    return new KernelTreeCheck(this.#kernel, tree);
  }

  build(leaves: LeafStore, onProgress?: OnProgress): Tree {
    return buildByKernel(this.#kernel, leaves, onProgress);
  }

  refit(tree: Tree): void {
    refitByKernel(this.#kernel, tree);
  }

  refitChanged(tree: Tree, changes: ChangedIds): void {
    refitChangedByKernel(this.#kernel, tree, changes);
  }

  applyChanges(tree: Tree, changes: ChangedIds): boolean {
    return applyChangesByKernel(this.#kernel, tree, changes);
  }

  optimize(tree: Tree): void {
    optimizeByKernel(this.#kernel, tree);
  }

  raycast(tree: Tree, ray: RayBuffer, selection: RaySelection, hit: ClosestHit): void {
    this.#rays.raycast(tree, ray, selection, hit);
  }

  raycastAny(tree: Tree, ray: RayBuffer, selection: RaySelection): boolean {
    return this.#rays.raycastAny(tree, ray, selection);
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
    this.#rays.raycastMany(tree, rays, range, selection, ids, ts, checkRays);
  }

  nearest(tree: Tree, x: number, y: number, z: number, selection: NearestSelection): NearBox[] {
    return nearestByKernel(this.#kernel, tree, x, y, z, selection);
  }

  splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
    return this.#sets.splitByPlane(tree, normalX, normalY, normalZ, constant);
  }

  cullByPlanes(tree: Tree, planes: Float64Array): Culled {
    return this.#sets.cullByPlanes(tree, planes);
  }

  overlap(tree: Tree, shape: FlatShape): SlotSet {
    return this.#sets.overlap(tree, shape);
  }

  pairs(tree: Tree, mask: number | undefined): Uint32Array {
    return pairsByKernel(this.#kernel, tree, mask);
  }
}
