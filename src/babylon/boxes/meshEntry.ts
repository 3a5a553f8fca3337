import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import type { BoundingInfo } from '@babylonjs/core/Culling/boundingInfo.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { BoxScene } from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import type { InstanceTable } from '../../primitives/instanceTable';
import {
  containsVertices,
  hasOwnPositions,
  isOfThinInstances,
  kindOf,
  type MeshKind,
  thinCountOf,
  thinMatricesOf,
  thresholdOf,
} from './meshKind';
import { DRAWN, maskOf } from './masks';
import type { Placement } from './placement';
import { Spread } from './spread';

/** The number of a mesh without thin instances, in place of the number of an instance. Babylon.js uses it, too. */
export const NO_THIN_INSTANCE = -1;
/** Marks an instance without a box. */
const NO_BOX = -1;

/** The scene that holds the boxes of an index, and the tables over these boxes. */
export interface IndexTables {
  readonly scene: BoxScene;
  readonly entries: InstanceTable<MeshEntry>;
  readonly placement: Placement;
}

const NO_MATRICES = new Float32Array(0);

/** A mesh of the scene, and its boxes: one, or one for each thin instance. */
export class MeshEntry {
  readonly mesh: AbstractMesh;
  /** The place of the mesh in `scene.meshes`: at equal distances, the first mesh is hit. */
  order = 0;
  /** The number of the last update that found the mesh. */
  visit = 0;
  kind: MeshKind = 'empty';
  /** Whether rays may hit the mesh if there is no predicate: it is enabled, visible and pickable. */
  isPickable = false;
  /** Whether the boxes belong to thin instances. */
  isThin = false;
  /** Where the boxes are, and how far their matrices spread rounding. */
  readonly spread = new Spread();
  /** The number of the search that has last tested the mesh as a whole, and what it found: see PickSearch. */
  search = 0;
  isPassed = false;
  readonly #tables: IndexTables;
  #ids: number[] = [];
  #mask = 0;
  /** The state of the mesh by which its boxes were placed: the flag of its world matrix, its local bounds, its thin instances. */
  #matrixFlag = NaN;
  readonly #bounds = new Float64Array(7).fill(NaN);
  #matrices: Float32Array = NO_MATRICES;
  /** The buffer of positions for which {@link #isContained} was computed. */
  #buffer: VertexBuffer | null = null;
  #isContained = false;

  constructor(mesh: AbstractMesh, tables: IndexTables) {
    this.mesh = mesh;
    this.#tables = tables;
  }

  /** Moves the boxes to where Babylon.js hits the mesh. Returns whether the kind or a box has changed. */
  update(camera: Camera | null): boolean {
    const { mesh } = this;
    const world = mesh.computeWorldMatrix(false, camera);
    const isThin = isOfThinInstances(mesh);
    const bounds = isThin ? mesh.rawBoundingInfo : mesh.getBoundingInfo();
    const isSameBox = bounds !== null && this.#hasSameBox(bounds);
    let kind = kindOf(mesh, bounds);
    if (kind === 'ordered' && bounds !== null && !this.#containsTriangles(bounds, isSameBox)) {
      kind = 'loose';
    }
    const isDrawn = mesh.isEnabled() && mesh.isVisible;
    this.isPickable = isDrawn && mesh.isPickable;
    const isOther = kind !== this.kind || isThin !== this.isThin;
    if (isOther) this.remove();
    this.isThin = isThin;
    this.kind = kind;
    if (bounds === null || kind === 'whole' || kind === 'empty') return isOther;
    const mask = maskOf(kind === 'ordered', this.isPickable) | (isDrawn ? DRAWN : 0);
    if (mask !== this.#mask) this.#setMask(mask);
    if (!this.#isMoved(world, isSameBox)) return isOther;
    if (!this.#place(world, bounds)) {
      this.remove();
      this.kind = 'whole';
    }
    return true;
  }

  /** Removes all boxes from the scene. */
  remove(): void {
    for (const id of this.#ids) this.#removeBox(id);
    this.#ids = [];
    this.#matrixFlag = NaN;
    this.#matrices = NO_MATRICES;
    this.kind = 'empty';
    this.spread.clear();
  }

  #removeBox(id: number): void {
    if (id === NO_BOX) return;
    const { scene, entries } = this.#tables;
    scene.remove(id);
    entries.delete(id);
  }

  #setMask(mask: number): void {
    this.#mask = mask;
    for (const id of this.#ids) if (id !== NO_BOX) this.#tables.scene.setMask(id, mask);
  }

  /** Whether the local box and the threshold are those of the last update. Notes the present ones. */
  #hasSameBox({ minimum, maximum }: BoundingInfo): boolean {
    const was = this.#bounds;
    const threshold = thresholdOf(this.mesh);
    const isSame =
      was[0] === minimum.x &&
      was[1] === minimum.y &&
      was[2] === minimum.z &&
      was[3] === maximum.x &&
      was[4] === maximum.y &&
      was[5] === maximum.z &&
      was[6] === threshold;
    if (!isSame) {
      was[0] = minimum.x;
      was[1] = minimum.y;
      was[2] = minimum.z;
      was[3] = maximum.x;
      was[4] = maximum.y;
      was[5] = maximum.z;
      was[6] = threshold;
    }
    return isSame;
  }

  /** Whether the bounding box contains all vertices that Babylon.js tests. Bones and morph targets give a mesh positions of its own. */
  #containsTriangles(bounds: BoundingInfo, isSameBox: boolean): boolean {
    const { geometry } = this.mesh;
    if (geometry === null || hasOwnPositions(this.mesh, geometry)) return false;
    const buffer = geometry.getVertexBuffer(VertexBuffer.PositionKind);
    if (!isSameBox || buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#isContained = containsVertices(bounds, geometry);
    }
    return this.#isContained;
  }

  /** Whether the world matrix, the local box or a thin instance has changed since the boxes were placed. Notes the present ones. */
  #isMoved(world: Matrix, isSameBox: boolean): boolean {
    const isSame = isSameBox && world.updateFlag === this.#matrixFlag;
    this.#matrixFlag = world.updateFlag;
    const hasNewInstances = this.isThin && this.#readInstances();
    return !isSame || hasNewInstances;
  }

  /** Copies the matrices of the thin instances. Returns whether they have changed. */
  #readInstances(): boolean {
    const matrices = thinMatricesOf(this.mesh);
    const length = 16 * thinCountOf(this.mesh);
    const was = this.#matrices;
    if (was.length === length) {
      let i = 0;
      while (i < length && was[i] === matrices[i]) i++;
      if (i === length) return false;
    }
    this.#matrices = matrices.slice(0, length);
    return true;
  }

  /** Places all boxes. Returns false if a box cannot be placed. */
  #place(world: Matrix, bounds: BoundingInfo): boolean {
    const { spread } = this;
    spread.clear();
    if (!this.isThin) return this.#placeBox(0, NO_THIN_INSTANCE, world, bounds);
    const count = this.#matrices.length / 16;
    const { scene } = this.#tables;
    const missing = count - this.#ids.length;
    if (missing > 0) scene[INTERNALS].reserveObbs(missing);
    for (const id of this.#ids.splice(count)) this.#removeBox(id);
    const thin = new Matrix();
    const combined = new Matrix();
    for (let i = 0; i < count; i++) {
      Matrix.FromArrayToRef(this.#matrices, 16 * i, thin);
      thin.multiplyToRef(world, combined);
      if (!this.#placeBox(i, i, combined, bounds)) return false;
    }
    return true;
  }

  #placeBox(at: number, instance: number, world: Matrix, { minimum, maximum }: BoundingInfo): boolean {
    const { scene, entries, placement } = this.#tables;
    const ids = this.#ids;
    const placing = placement.place(world, minimum, maximum, this.#bounds[6]);
    const id = at < ids.length ? ids[at] : NO_BOX;
    if (placing === 'vanished') {
      this.#removeBox(id);
      ids[at] = NO_BOX;
      // Babylon.js may hit the box of a mesh without triangles all the same.
      return maskIsOrdered(this.#mask);
    }
    if (placing === 'failed') return false;
    this.spread.add(world, placement.spread, placement.condition);
    try {
      if (id === NO_BOX) {
        ids[at] = scene.addObb(placement.box, this.#mask);
        entries.set(ids[at], this, instance);
      } else scene.setObb(id, placement.box);
    } catch (error) {
      // The products of the matrix and the box overflow.
      if (error instanceof RangeError) return false;
      throw error;
    }
    return true;
  }
}

function maskIsOrdered(mask: number): boolean {
  return (mask & (maskOf(true, true) | maskOf(true, false))) !== 0;
}
