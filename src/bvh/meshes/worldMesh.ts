import { COLUMNS, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import type { MeshTree } from '../tree/meshTree';
import type { Tree } from '../tree/tree';
import type { MeshLinks } from './meshLinks';

/**
 * A mesh as an instance places it in the world. Corners are transformed in float64, column by column and then the
 * translation. All results in the world are computed from the transformed corners.
 *
 * The bounds of a node are transformed by their middle and their halves. On one axis of the world, with u = 2^-53, M
 * the matrix, T its translation, ℓ the mesh's largest coordinates plus the smallest float32, by which bounds are
 * rounded outward, and S = |M|ℓ + |T|:
 * - A transformed corner is off by less than 5uS.
 * - Moving bounds to the mesh's origin and back is off by less than 3uS in the world, and their middle, their halves
 *   and the sums by less than 10uS.
 *
 * The bounds are widened by 32uS on both sides, so they contain the transformed corners of all triangles below the
 * node.
 */
export class WorldMesh {
  /** The corners in the world of the triangle that was written last: nine numbers. */
  readonly corners = new Float64Array(9);
  /** The bounds in the world of the slot that was written last: min x y z, max x y z. */
  readonly bounds = new Float64Array(6);
  mesh: MeshTree | null = null;
  /** The mesh's corners, the bounds of its nodes, and its origin. They are read when the instance is set. */
  #meshCorners: Float32Array | Float64Array = new Float64Array(0);
  #float32: Float32Array = new Float32Array(0);
  #origin: Float64Array = new Float64Array(3);
  /**
   * The instance's matrix (three columns and the translation), and by how much bounds are widened on each axis. They
   * are plain numbers, not arrays, because they are read for every slot.
   */
  #aX = 0;
  #aY = 0;
  #aZ = 0;
  #bX = 0;
  #bY = 0;
  #bZ = 0;
  #cX = 0;
  #cY = 0;
  #cZ = 0;
  #tX = 0;
  #tY = 0;
  #tZ = 0;
  #padX = 0;
  #padY = 0;
  #padZ = 0;

  /** The largest size of a coordinate of the instance in the world, by which the roundings of all corners are measured. */
  get size(): number {
    return Math.max(this.#padX, this.#padY, this.#padZ) * 2 ** 48;
  }

  /** Prepares the transform of the instance with the given id. Returns false if the id belongs to a box. */
  setInstance(tree: Tree, id: number): boolean {
    return this.setMesh(meshOfInstance(tree, id), tree, id);
  }

  /** Prepares the transform of the mesh that a box is linked to. Returns false without a link to a verified mesh. */
  setLinked(tree: Tree, links: MeshLinks, id: number): boolean {
    const mesh = links.meshOf(id);
    return this.setMesh(mesh !== null && links.isVerified(mesh) ? mesh : null, tree, id);
  }

  /** Prepares the transform of a mesh by the matrix of an instance or oriented box. Returns false without a mesh. */
  setMesh(mesh: MeshTree | null, { boxes }: Tree, id: number): boolean {
    if (mesh === null) return false;
    this.#set(mesh, boxes.obbs.data, boxes.obbRecord(id) * OBB_STRIDE);
    return true;
  }

  /**
   * Prepares the transform from the space of a mesh to the world, by the matrix of an instance.
   *
   * @param obbs the records of OBBs; the instance's begins at `at`.
   */
  #set(mesh: MeshTree, obbs: Float64Array, at: number): void {
    this.mesh = mesh;
    this.readArrays(mesh);
    this.#origin = mesh.measure.origin;
    this.#aX = obbs[at + COLUMNS];
    this.#aY = obbs[at + COLUMNS + 1];
    this.#aZ = obbs[at + COLUMNS + 2];
    this.#bX = obbs[at + COLUMNS + 3];
    this.#bY = obbs[at + COLUMNS + 4];
    this.#bZ = obbs[at + COLUMNS + 5];
    this.#cX = obbs[at + COLUMNS + 6];
    this.#cY = obbs[at + COLUMNS + 7];
    this.#cZ = obbs[at + COLUMNS + 8];
    this.#tX = obbs[at + TRANSLATION];
    this.#tY = obbs[at + TRANSLATION + 1];
    this.#tZ = obbs[at + TRANSLATION + 2];
    const { magnitude } = mesh.measure;
    const x = magnitude[0] + SMALLEST_FLOAT32;
    const y = magnitude[1] + SMALLEST_FLOAT32;
    const z = magnitude[2] + SMALLEST_FLOAT32;
    this.#padX = padOf(this.#tX, this.#aX * x, this.#bX * y, this.#cX * z);
    this.#padY = padOf(this.#tY, this.#aY * x, this.#bY * y, this.#cY * z);
    this.#padZ = padOf(this.#tZ, this.#aZ * x, this.#bZ * y, this.#cZ * z);
  }

  /** Reads the arrays of the mesh again, after a query of the user, which may have moved them. */
  readArrays({ corners, nodes }: MeshTree): void {
    this.#meshCorners = corners;
    this.#float32 = nodes.float32;
  }

  /** Writes the corners in the world of the triangle at the given place in the mesh. */
  writeCorners(place: number): void {
    const { corners } = this;
    const own = this.#meshCorners;
    for (let i = 0, from = 9 * place; i < 9; i += 3, from += 3) {
      const x = own[from];
      const y = own[from + 1];
      const z = own[from + 2];
      corners[i] = this.#aX * x + this.#bX * y + this.#cX * z + this.#tX;
      corners[i + 1] = this.#aY * x + this.#bY * y + this.#cY * z + this.#tY;
      corners[i + 2] = this.#aZ * x + this.#bZ * y + this.#cZ * z + this.#tZ;
    }
  }

  /** Writes bounds in the world of everything below a slot of the mesh's tree. On overflow they are infinite or NaN. */
  writeBounds(slot: number): void {
    const { bounds } = this;
    const float32 = this.#float32;
    const origin = this.#origin;
    const minX = float32[slot + MIN_X];
    const minY = float32[slot + MIN_Y];
    const minZ = float32[slot + MIN_Z];
    const maxX = float32[slot + MAX_X];
    const maxY = float32[slot + MAX_Y];
    const maxZ = float32[slot + MAX_Z];
    const x = minX / 2 + maxX / 2 + origin[0];
    const y = minY / 2 + maxY / 2 + origin[1];
    const z = minZ / 2 + maxZ / 2 + origin[2];
    const halfX = maxX / 2 - minX / 2;
    const halfY = maxY / 2 - minY / 2;
    const halfZ = maxZ / 2 - minZ / 2;
    const middleX = this.#aX * x + this.#bX * y + this.#cX * z + this.#tX;
    const middleY = this.#aY * x + this.#bY * y + this.#cY * z + this.#tY;
    const middleZ = this.#aZ * x + this.#bZ * y + this.#cZ * z + this.#tZ;
    const reachX = Math.abs(this.#aX) * halfX + Math.abs(this.#bX) * halfY + Math.abs(this.#cX) * halfZ + this.#padX;
    const reachY = Math.abs(this.#aY) * halfX + Math.abs(this.#bY) * halfY + Math.abs(this.#cY) * halfZ + this.#padY;
    const reachZ = Math.abs(this.#aZ) * halfX + Math.abs(this.#bZ) * halfY + Math.abs(this.#cZ) * halfZ + this.#padZ;
    bounds[0] = middleX - reachX;
    bounds[1] = middleY - reachY;
    bounds[2] = middleZ - reachZ;
    bounds[3] = middleX + reachX;
    bounds[4] = middleY + reachY;
    bounds[5] = middleZ + reachZ;
  }
}

/** Returns the mesh that an instance places, or null if the id belongs to a box. */
export function meshOfInstance({ boxes, meshes }: Tree, id: number): MeshTree | null {
  const number = boxes.meshes.length === 0 ? 0 : boxes.meshes[id];
  return number === 0 ? null : meshes.meshes[number - 1];
}

const SMALLEST_FLOAT32 = 2 ** -149;

function padOf(t: number, a: number, b: number, c: number): number {
  return 2 ** -48 * (Math.abs(t) + Math.abs(a) + Math.abs(b) + Math.abs(c)) + 2 ** -1000;
}
