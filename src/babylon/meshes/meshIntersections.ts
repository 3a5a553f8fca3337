import { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Ray } from '@babylonjs/core/Culling/ray.core.js';
import { type Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { BoxScene } from 'slabtree';
import { type GeometryTree, GeometryTrees, isWorthwhile } from './geometryTrees';
import { TriangleSearch } from './triangleSearch';

/** The list that `Scene.getIntersectingSubMeshCandidates` returns. */
interface SubMeshList {
  readonly data: readonly SubMesh[];
  readonly length: number;
}

/** Does what `AbstractMesh.intersects` does, with trees over the triangles of large geometries. */
export class MeshIntersections {
  readonly #trees: GeometryTrees;
  readonly #search: TriangleSearch;
  readonly #origin = Vector3.Zero();
  readonly #direction = Vector3.Zero();

  constructor(scene: BoxScene) {
    this.#trees = new GeometryTrees(scene);
    this.#search = new TriangleSearch(scene);
  }

  /**
   * Returns what `mesh.intersects` returns, or null in place of a PickingInfo without a hit.
   *
   * @param ray in the space of the mesh.
   * @param skipsBounds whether the caller has tested the bounds. It has for a thin instance.
   * @param limit the largest distance in the world that matters.
   */
  intersect(mesh: AbstractMesh, ray: Ray, world: Matrix, skipsBounds: boolean, limit: number): PickingInfo | null {
    const isPlain = mesh.intersects === AbstractMesh.prototype.intersects;
    if (isPlain && isWorthwhile(mesh) && isUsable(ray)) {
      if (!skipsBounds && !hitsBounds(mesh, ray)) return null;
      const subMeshes: SubMeshList = mesh.getScene().getIntersectingSubMeshCandidates(mesh, ray);
      const tree = drawsTriangles(subMeshes) ? this.#trees.of(mesh) : null;
      const search = this.#search;
      if (tree !== null && addSubMeshes(search, tree, subMeshes, ray, skipsBounds)) {
        search.search(ray, localLimit(ray, world, limit));
        return this.#describe(mesh, ray, world, subMeshes);
      }
    }
    return hitOf(mesh.intersects(ray, false, undefined, false, world, skipsBounds));
  }

  /** Fills a PickingInfo by the operations of `AbstractMesh.intersects`. */
  #describe(mesh: AbstractMesh, ray: Ray, world: Matrix, subMeshes: SubMeshList): PickingInfo | null {
    const { found, subMesh: place, triangle } = this.#search;
    if (found === null) return null;
    this.#search.found = null;
    const subMesh = subMeshes.data[place];
    Vector3.TransformCoordinatesToRef(ray.origin, world, this.#origin);
    ray.direction.scaleToRef(found.distance, this.#direction);
    const pickedPoint = Vector3.TransformNormal(this.#direction, world).addInPlace(this.#origin);
    const isIndexed = (mesh.getIndices()?.length ?? 0) > 0;
    const info = new PickingInfo();
    info.hit = true;
    info.distance = Vector3.Distance(this.#origin, pickedPoint);
    info.pickedPoint = pickedPoint;
    info.pickedMesh = mesh;
    // Babylon.js makes 0 of -0, too.
    info.bu = found.bu || 0;
    info.bv = found.bv || 0;
    info.subMeshFaceId = isIndexed ? triangle - subMesh.indexStart / 3 : triangle;
    info.faceId = info.subMeshFaceId + subMesh.indexStart / 3;
    info.subMeshId = subMesh._id;
    return info;
  }
}

/** Returns a PickingInfo with a hit, or null. */
export function hitOf(info: PickingInfo): PickingInfo | null {
  return info.hit ? info : null;
}

/** Whether a ray hits the bounding sphere and the bounding box of a mesh that is not made of lines. */
function hitsBounds(mesh: AbstractMesh, ray: Ray): boolean {
  const name = mesh.getClassName();
  if (name === 'LinesMesh' || name === 'InstancedLinesMesh' || name === 'GreasedLineMesh') return true;
  const { boundingSphere, boundingBox } = mesh.getBoundingInfo();
  return ray.intersectsSphere(boundingSphere) && ray.intersectsBox(boundingBox);
}

/** Whether there are sub meshes, all of which draw triangles: filled, as a wireframe, or by their corners. */
function drawsTriangles(subMeshes: SubMeshList): boolean {
  for (let i = 0; i < subMeshes.length; i++) {
    const fillMode = subMeshes.data[i].getMaterial()?.fillMode;
    if (fillMode !== 0 && fillMode !== 1 && fillMode !== 2) return false;
  }
  return subMeshes.length > 0;
}

/** Begins a search in the sub meshes. Returns false if Babylon.js has to test one by itself: it begins or ends within a triangle. */
function addSubMeshes(
  search: TriangleSearch,
  tree: GeometryTree,
  subMeshes: SubMeshList,
  ray: Ray,
  skipsBounds: boolean,
): boolean {
  search.begin(tree);
  for (let i = 0; i < subMeshes.length; i++) {
    const subMesh = subMeshes.data[i];
    if (subMeshes.length > 1 && !skipsBounds && !subMesh.canIntersects(ray)) search.skip();
    else if (!search.add(subMesh)) return false;
  }
  return true;
}

/** Returns the distance in the space of a mesh up to which a hit may be within a distance in the world. Rounded up. */
function localLimit(ray: Ray, world: Matrix, limit: number): number {
  if (limit === Infinity) return Number.MAX_VALUE;
  const { x, y, z } = ray.direction;
  const { m } = world;
  const alongX = x * m[0] + y * m[4] + z * m[8];
  const alongY = x * m[1] + y * m[5] + z * m[9];
  const alongZ = x * m[2] + y * m[6] + z * m[10];
  const scale = Math.sqrt(alongX * alongX + alongY * alongY + alongZ * alongZ);
  // The point of a hit is rounded in the world.
  const { origin } = ray;
  const size =
    Math.abs(m[12]) +
    Math.abs(m[13]) +
    Math.abs(m[14]) +
    (Math.abs(origin.x) + Math.abs(origin.y) + Math.abs(origin.z)) * scale;
  const local = ((limit + 2 ** -40 * size) / scale) * (1 + 2 ** -40);
  return local < Number.MAX_VALUE ? local : Number.MAX_VALUE;
}

function isUsable({ origin, direction }: Ray): boolean {
  return isFinite3(origin) && isFinite3(direction) && direction.lengthSquared() > 0;
}

function isFinite3({ x, y, z }: Vector3): boolean {
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
}
