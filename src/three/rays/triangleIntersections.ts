import type { PlacedGeometry } from '../meshes/placedGeometry';
import {
  BufferGeometry,
  type GeometryGroup,
  type Intersection,
  type Material,
  Mesh,
  type Ray,
  type Raycaster,
  SkinnedMesh,
} from 'three';
import type { GeometryMesh } from '../meshes/geometryMeshes';
import { withDrawnGroups } from '../sources/callRaycast';

/** The part of three.js's raycast of a Mesh that follows the tests of its bounds. three.js's types leave it out. */
export interface MeshInternals {
  _computeIntersections(raycaster: Raycaster, hits: Intersection[], localRay: Ray): void;
}

/** The geometry and the materials between two raycasts, so that no object of the user is kept alive. */
const NO_GEOMETRY = /* @__PURE__ */ new BufferGeometry();
const NO_MATERIALS: Material[] = [];

/**
 * three.js's arithmetic for some triangles of a mesh: its own raycast, with a loop over these triangles in place of its loop
 * over all. So the hits are the hits of three.js, bit for bit.
 */
export class TriangleIntersections extends Mesh {
  /** The geometry with one triangle as the draw range. */
  readonly #part = new BufferGeometry();
  #mesh: GeometryMesh | null = null;
  /** The numbers of the triangles in the mesh. */
  #triangles: readonly number[] = [];

  /** Adds three.js's hits of all triangles. */
  intersectAll(placed: PlacedGeometry, raycaster: Raycaster, hits: Intersection[]): void {
    this.#mesh = null;
    this.#cast(placed, raycaster, hits);
  }

  /**
   * Adds three.js's hits of some triangles, in three.js's order.
   *
   * @param triangles the numbers of the triangles in the mesh, in order.
   */
  intersect(
    placed: PlacedGeometry,
    mesh: GeometryMesh,
    triangles: readonly number[],
    raycaster: Raycaster,
    hits: Intersection[],
  ): void {
    this.#mesh = mesh;
    this.#triangles = triangles;
    this.#cast(placed, raycaster, hits);
  }

  #cast(
    { geometry, material, matrixWorld, skinned }: PlacedGeometry,
    raycaster: Raycaster,
    hits: Intersection[],
  ): void {
    // Without a material, nothing draws the triangles, and three.js's raycast throws.
    if (!material) return;
    this.geometry = withDrawnGroups(geometry, material);
    this.material = material as Material | Material[];
    this.matrixWorld = matrixWorld;
    if (skinned === undefined) this.raycast(raycaster, hits);
    else {
      const { boundingBox, boundingSphere } = skinned;
      const mesh = Object.assign(this, { boundingBox, boundingSphere });
      SkinnedMesh.prototype.raycast.call(mesh as never, raycaster, hits);
    }
    this.geometry = NO_GEOMETRY;
    this.material = NO_MATERIALS;
    this.#mesh = null;
  }

  /** Called by three.js with the ray in the space of the mesh. */
  _computeIntersections(raycaster: Raycaster, hits: Intersection[], ray: Ray): void {
    const { geometry, material } = this;
    const mesh = this.#mesh;
    if (mesh === null) {
      this.#loop(raycaster, hits, ray);
      return;
    }
    const part = this.#part;
    part.index = geometry.index;
    part.attributes = geometry.attributes;
    this.geometry = part;
    if (Array.isArray(material)) this.#groups(geometry.groups, mesh, raycaster, hits, ray);
    else {
      for (const triangle of this.#triangles) {
        part.setDrawRange(mesh.start + 3 * triangle, 3);
        this.#loop(raycaster, hits, ray);
      }
    }
    part.index = null;
    part.attributes = NO_GEOMETRY.attributes;
    this.geometry = geometry;
  }

  /** Adds the hits group by group. A geometry may have hundreds of groups, most of which have none of the triangles. */
  #groups(
    groups: readonly GeometryGroup[],
    mesh: GeometryMesh,
    raycaster: Raycaster,
    hits: Intersection[],
    ray: Ray,
  ): void {
    const part = this.#part;
    const triangles = this.#triangles;
    const first = mesh.start + 3 * triangles[0];
    const end = mesh.start + 3 * triangles[triangles.length - 1] + 3;
    for (const group of groups) {
      const { start, count } = group;
      if (start >= end || start + count <= first) continue;
      part.groups = [group];
      for (const triangle of triangles) {
        const place = mesh.start + 3 * triangle;
        if (start >= place + 3 || start + count <= place) continue;
        part.setDrawRange(place, 3);
        this.#loop(raycaster, hits, ray);
      }
    }
    part.groups = [];
  }

  #loop(raycaster: Raycaster, hits: Intersection[], ray: Ray): void {
    (Mesh.prototype as unknown as MeshInternals)._computeIntersections.call(this, raycaster, hits, ray);
  }
}
