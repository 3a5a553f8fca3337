import {
  BackSide,
  type Box3,
  BufferGeometry,
  FrontSide,
  type Intersection,
  type Material,
  type Matrix4,
  Mesh,
  type Ray,
  type Raycaster,
  SkinnedMesh,
  type Sphere,
  Vector3,
} from 'three';
import { BACKS, BOTH_SIDES, FRONTS } from '../../primitives/flat/rayLayout';
import { INTERNALS } from '../../scene/internals';
import { speedOf } from '../math';
import { FEW, FEW_FOR_CLOSEST, type GeometryMesh, type GeometryMeshes, isWorthwhile } from './geometryMeshes';
import { drawnRange } from './readTriangles';

/** A geometry somewhere in the world: a mesh, or one instance of many. */
export interface PlacedGeometry {
  readonly geometry: BufferGeometry;
  readonly material: Material | Material[];
  readonly matrixWorld: Matrix4;
  /** If it is a SkinnedMesh, three.js tests its own bounds in place of the geometry's. */
  readonly skinned?: { readonly boundingBox: Box3 | null; readonly boundingSphere: Sphere | null } | undefined;
}

/** What three.js's types do not tell of a Mesh: the rest of its raycast, after the tests of its bounds. */
export interface MeshInternals {
  _computeIntersections(raycaster: Raycaster, hits: Intersection[], localRay: Ray): void;
}

/** In place of a geometry and a material. What stays here would be kept when its object is gone. */
const NO_GEOMETRY = /* @__PURE__ */ new BufferGeometry();
const NO_MATERIALS: Material[] = [];

/** In place of groups: all triangles have one material. */
const WHOLE = [null];

const found = { triangle: -1, t: 0, runnerUp: 0 };
const only = [-1];
const offset = /* @__PURE__ */ new Vector3();

/**
 * Three.js's raycast of a mesh, with a tree in the place of its loop over all triangles. three.js tests the bounds, brings the ray
 * to the mesh's space, and decides about each triangle that the tree finds, so the hits are the same, bit for bit.
 */
export class TriangleRaycasts extends Mesh {
  readonly #meshes: GeometryMeshes;
  /** The geometry with one triangle of it as the draw range. */
  readonly #part = new BufferGeometry();
  /** Whether only the closest hits are wanted, how far they may be, and the t from which on to search. */
  #isClosest = false;
  #limit = Infinity;
  #from = -Infinity;
  /** The t from which on to search next. */
  #next = Infinity;

  constructor(meshes: GeometryMeshes) {
    super();
    this.#meshes = meshes;
  }

  /** Adds all hits. */
  all(placed: PlacedGeometry, raycaster: Raycaster, hits: Intersection[]): void {
    this.#cast(placed, raycaster, hits, false, Infinity, -Infinity);
  }

  /**
   * Adds the closest hits: at least the closest one, and those that may be as close. If none of them counts, call it again with
   * what it returns, for the next ones.
   *
   * @param limit hits farther away than this do not count.
   * @param from -Infinity, or what the last call has returned.
   * @returns Infinity after the last hit.
   */
  closest(placed: PlacedGeometry, raycaster: Raycaster, hits: Intersection[], limit: number, from = -Infinity): number {
    this.#cast(placed, raycaster, hits, true, limit, from);
    return this.#next;
  }

  #cast(
    { geometry, material, matrixWorld, skinned }: PlacedGeometry,
    raycaster: Raycaster,
    hits: Intersection[],
    isClosest: boolean,
    limit: number,
    from: number,
  ): void {
    this.#isClosest = isClosest;
    this.#limit = limit;
    this.#from = from;
    this.#next = Infinity;
    this.geometry = geometry;
    this.material = material;
    this.matrixWorld = matrixWorld;
    if (skinned === undefined) this.raycast(raycaster, hits);
    else {
      const { boundingBox, boundingSphere } = skinned;
      SkinnedMesh.prototype.raycast.call(
        Object.assign(this, { boundingBox, boundingSphere }) as never,
        raycaster,
        hits,
      );
    }
    this.geometry = NO_GEOMETRY;
    this.material = NO_MATERIALS;
  }

  /** Called by three.js. */
  _computeIntersections(raycaster: Raycaster, hits: Intersection[], ray: Ray): void {
    const { geometry, material } = this;
    const few = this.#isClosest ? FEW_FOR_CLOSEST : FEW;
    const tree = isWorthwhile(geometry, few) ? this.#meshes.of(geometry) : null;
    const speed = tree === null ? NaN : speedOf(ray, this.matrixWorld);
    const grace = tree === null ? NaN : this.#graceOf(tree, raycaster, ray, speed);
    if (tree === null || !(grace < Infinity && speed < Infinity) || !isAligned(this, tree)) {
      this.#loop(raycaster, hits, ray);
      return;
    }
    const { scene, id } = tree;
    const tMin = Math.max(raycaster.near / speed - grace, this.#from);
    const tMax = Math.min(raycaster.far, this.#limit) / speed + grace;
    if (!(tMin <= tMax)) return;
    if (!this.#isClosest) {
      this.#test(scene[INTERNALS].trianglesAlong(id, ray, tMin, tMax, sidesOf(material)), tree, raycaster, hits, ray);
      return;
    }
    scene[INTERNALS].raycastInstance(id, ray, tMin, tMax, sidesOf(material), grace, found);
    const { triangle, t, runnerUp } = found;
    if (triangle < 0) return;
    const end = t + grace;
    this.#next = end;
    if (runnerUp > end) only[0] = triangle;
    const near = runnerUp > end ? only : scene[INTERNALS].trianglesAlong(id, ray, t, end, sidesOf(material));
    this.#test(near, tree, raycaster, hits, ray);
  }

  /** Lets three.js decide about triangles, in its own order. */
  #test(triangles: number[], tree: GeometryMesh, raycaster: Raycaster, hits: Intersection[], ray: Ray): void {
    const { geometry, material } = this;
    const part = this.#part;
    part.index = geometry.index;
    part.attributes = geometry.attributes;
    this.geometry = part;
    const groups = Array.isArray(material) ? geometry.groups : WHOLE;
    for (const group of groups) {
      if (group !== null) part.groups = [group];
      for (const triangle of triangles) {
        part.setDrawRange(tree.start + 3 * triangle, 3);
        this.#loop(raycaster, hits, ray);
      }
    }
    part.index = null;
    part.attributes = NO_GEOMETRY.attributes;
    this.geometry = geometry;
  }

  #loop(raycaster: Raycaster, hits: Intersection[], ray: Ray): void {
    (Mesh.prototype as unknown as MeshInternals)._computeIntersections.call(this, raycaster, hits, ray);
  }

  /**
   * How much t may differ between hits of which three.js may take either as the closer one. Not finite if that is unknown.
   *
   * three.js computes the distance of `M(o + t·d)` from the ray's origin, w, where M is the matrix, o and d the ray in the space
   * of the mesh. In exact numbers it is |e + t·s|, with e = M·o - w, which is rounding, and s the step, M·d. So, with hits at
   * t1 < t2, the second is farther by |s|(t2 - t1) - 2|e| at least.
   *
   * On one axis of the world, all that rounds is as large as S = |M|(|o| + ℓ) + |T| + |w| at most, with ℓ the extent of
   * the mesh and T the translation: as a hit is in the mesh, |t·d| <= |o| + ℓ. There are less than 60 roundings of 2^-53 of that,
   * and so of three axes, on the way from a triangle to its distance; the tree's own t is off by less than that, too, as
   * |s| <= |M|. 2^-45 is twice as much.
   */
  #graceOf({ extent }: GeometryMesh, raycaster: Raycaster, { origin }: Ray, speed: number): number {
    const { matrixWorld } = this;
    const { elements } = matrixWorld;
    const world = raycaster.ray.origin;
    const e = offset.copy(origin).applyMatrix4(matrixWorld).sub(world).manhattanLength();
    let norm = 0;
    for (let i = 0; i < 11; i++) norm += Math.abs(elements[i]);
    const translation = offset.setFromMatrixPosition(matrixWorld).manhattanLength();
    const size = norm * (origin.manhattanLength() + extent) + translation + world.manhattanLength();
    return (2 * (e + 2 ** -45 * size)) / speed;
  }
}

function sidesOf(material: Material | Material[]): number {
  if (Array.isArray(material)) return BOTH_SIDES;
  return material.side === FrontSide ? FRONTS : material.side === BackSide ? BACKS : BOTH_SIDES;
}

/** Whether all groups begin with a triangle of the tree, if they matter. */
function isAligned({ geometry, material }: Mesh, tree: GeometryMesh): boolean {
  if (!Array.isArray(material)) return true;
  const { start } = drawnRange(geometry);
  return geometry.groups.every((group) => (Math.max(group.start, start) - tree.start) % 3 === 0);
}
