import type { Ray } from '@babylonjs/core/Culling/ray.core.js';
import type { IntersectionInfo } from '@babylonjs/core/Collisions/intersectionInfo.js';
import type { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { BoxScene } from 'slabtree';
import type { HitTriangle, RayVisitor } from '../../bvh/meshes/rayVisitor';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import type { GeometryTree } from './geometryTrees';

/**
 * How far a corner of a triangle may move before Babylon.js misses a point of the triangle, as a part of its longest edge: three times
 * the ε of the ray. See OVERHANG in boxes/placement.ts.
 */
const OVERHANG = 3;

/** The part of an index, or of the vertices, that a sub mesh draws: its first triangle, and the one after its last. */
interface DrawnTriangles {
  start: number;
  end: number;
}

/** Finds the first triangle of a mesh along a ray. `Ray.intersectsTriangle` decides about each triangle that the ray may hit. */
export class TriangleSearch implements RayVisitor {
  readonly isFirstEnough = false;
  found: IntersectionInfo | null = null;
  /** The index of the sub mesh that is hit, in the list of sub meshes. */
  subMesh = 0;
  triangle = 0;
  readonly #internals: SceneInternals;
  readonly #ranges: DrawnTriangles[] = [];
  #tree: GeometryTree | null = null;
  #ray: Ray | null = null;
  #limit = 0;

  constructor(scene: BoxScene) {
    this.#internals = scene[INTERNALS];
  }

  /** Begins a search in a tree. */
  begin(tree: GeometryTree): void {
    this.#tree = tree;
    this.#ranges.length = 0;
    this.found = null;
  }

  /** Adds the next sub mesh. Returns false if its triangles are not those of the tree. */
  add({ indexStart, indexCount, verticesStart, verticesCount }: SubMesh): boolean {
    const isIndexed = this.#tree?.indices !== null;
    const start = isIndexed ? indexStart : verticesStart;
    const count = isIndexed ? indexCount : verticesCount;
    if (start % 3 !== 0 || count % 3 !== 0) return false;
    this.#ranges.push({ start: start / 3, end: (start + count) / 3 });
    return true;
  }

  /** Adds a sub mesh whose triangles are not searched, because the ray misses it. */
  skip(): void {
    this.#ranges.push({ start: 0, end: 0 });
  }

  /**
   * Searches the triangles of the added sub meshes.
   *
   * @param limit the largest local distance that matters.
   */
  search(ray: Ray, limit: number): void {
    const tree = this.#tree;
    if (tree === null) return;
    this.#ray = ray;
    this.#limit = Math.min(limit, ray.length);
    const slack = OVERHANG * ray.epsilon * tree.longestEdge;
    if (this.#limit >= 0) this.#internals.visitTrianglesAlong(tree.stored, ray, this.#limit, slack, this);
    this.#ray = null;
    this.#tree = null;
  }

  /** Called for a triangle that the ray may hit. Returns the largest local distance that still matters. */
  visit(_: number, __: number, hitTriangle: HitTriangle | null): number {
    if (hitTriangle !== null) this.#test(hitTriangle.triangle);
    return this.#limit;
  }

  #test(triangle: number): void {
    const subMesh = this.#ranges.findIndex(({ start, end }) => triangle >= start && triangle < end);
    const tree = this.#tree;
    const ray = this.#ray;
    if (subMesh < 0 || tree === null || ray === null) return;
    const { positions, indices } = tree;
    const at = 3 * triangle;
    const hit =
      indices === null
        ? ray.intersectsTriangle(positions[at], positions[at + 1], positions[at + 2])
        : ray.intersectsTriangle(positions[indices[at]], positions[indices[at + 1]], positions[indices[at + 2]]);
    if (hit === null || !this.#isCloser(hit.distance, subMesh, triangle)) return;
    this.found = hit;
    this.subMesh = subMesh;
    this.triangle = triangle;
    this.#limit = Math.min(this.#limit, hit.distance);
  }

  /** Whether a triangle comes before the closest one. Of equally close triangles, Babylon.js takes the first in the first sub mesh. */
  #isCloser(distance: number, subMesh: number, triangle: number): boolean {
    if (this.found === null) return true;
    if (distance !== this.found.distance) return distance < this.found.distance;
    return subMesh < this.subMesh || (subMesh === this.subMesh && triangle < this.triangle);
  }
}
