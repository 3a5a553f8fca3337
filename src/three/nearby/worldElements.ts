import type { BoxScene } from 'slabtree';
import { Matrix4, Vector3 } from 'three';
import { INTERNALS } from '../../scene/internals';
import type { Elements } from '../elements/elements';
import type { ElementTree } from '../elements/elementScene';
import type { BoxNumbers } from '../elements/elementTree';
import { isAffine } from '../math';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { areAligned, type DrawnElements, type DrawnGroup, drawnElementsOf, groupsOf } from '../sources/drawnElements';

/** The share of the numbers involved by which bounds and distances are widened: far more than the rounding of float64. */
export const ROUNDING = 2 ** -40;

/** Returns a size that no coordinate of a scene exceeds. */
export function sizeOf(scene: BoxScene): number {
  const [x, y, z] = scene[INTERNALS].currentTree().magnitude;
  return Math.max(x, y, z);
}

/** Whether an instance was hidden or deleted after the last update of the index. */
export function isHidden(source: BoxSource, instance: number): boolean {
  return (source.boundsOf?.(instance) ?? 0) < 0;
}

/** Visits triangles, segments and points in the world, by their distance from a place or a shape. */
export interface WorldElementVisitor {
  /** Returns a lower bound of the distance to everything in some bounds: min x y z, max x y z. Infinity skips the bounds. */
  bounds(bounds: Float64Array): number;
  /**
   * Visits a triangle, segment or point. Returns a limit: bounds at a greater distance are skipped.
   *
   * @param corners its corners: nine numbers. The last corner of a segment or point is repeated.
   * @param element its number: `faceIndex` or `index` of an `Intersection`.
   */
  visit(corners: Float64Array, element: number): number;
}

/** The triangles, segments or points that an object or instance draws, placed in the world by three.js's arithmetic. */
export class WorldElements {
  /** Whether these are triangles, and not segments or points. */
  readonly areTriangles: boolean;
  readonly #drawn: DrawnElements;
  readonly #matrix: Matrix4;
  readonly #corners = new Float64Array(9);
  readonly #bounds = new Float64Array(6);
  readonly #corner = new Vector3();

  private constructor(drawn: DrawnElements, matrix: Matrix4) {
    this.areTriangles = drawn.elements.size === 3;
    this.#drawn = drawn;
    this.#matrix = matrix;
  }

  /** Returns what an object or instance draws. Null if only the box around it is known. */
  static of(source: BoxSource, instance: number, meshes: GeometryMeshes): WorldElements | null {
    const drawn = drawnElementsOf(source, instance, meshes);
    return drawn === null ? null : new WorldElements(drawn, worldMatrixOf(source, instance, new Matrix4()));
  }

  /** Returns the tree over the drawn triangles, segments or points of the whole geometry. Null if there is none, or it cannot be used. */
  #treeOf(groups: readonly DrawnGroup[]): ElementTree | null {
    const drawn = this.#drawn;
    return areAligned(groups, drawn.elements) && isAffine(this.#matrix.elements, 0) ? drawn.tree : null;
  }

  /** Visits what is drawn. With a tree, the nearest bounds come first, and bounds beyond the visitor's limit are skipped. */
  visit(visitor: WorldElementVisitor): void {
    const { elements: whole } = this.#drawn;
    const groups = groupsOf(this.#drawn);
    const tree = this.#treeOf(groups);
    if (tree === null) {
      for (const { elements } of groups) {
        for (let element = 0; element < elements.count; element++) this.#visit(elements, element, visitor);
      }
      return;
    }
    const pads = this.#padsFor(tree.extent);
    let limit = Infinity;
    // Most often, the next triangle of the tree is in the same group.
    let latest = groups.at(0);
    tree.visitTriangles({
      bounds: (...box) => visitor.bounds(this.#place(box, pads)),
      triangle: (element) => {
        const at = whole.placeOf(element);
        if (latest?.elements.hasPlace(at) !== true) latest = groups.find(({ elements }) => elements.hasPlace(at));
        if (latest !== undefined) limit = this.#visit(whole, element, visitor);
        return limit;
      },
    });
  }

  #visit(elements: Elements, element: number, visitor: WorldElementVisitor): number {
    const { size } = elements;
    const corner = this.#corner;
    const corners = this.#corners;
    let vertex = 0;
    for (let k = 0; k < 3; k++) {
      if (k < size) {
        vertex = elements.vertexOf(element, k);
        this.#drawn.read(vertex, corner).applyMatrix4(this.#matrix);
      }
      corner.toArray(corners, 3 * k);
    }
    return visitor.visit(corners, size === 1 ? vertex : elements.numberOf(element));
  }

  /** Returns how far bounds are widened on each axis of the world. */
  #padsFor(extent: number): [x: number, y: number, z: number] {
    const { elements: m } = this.#matrix;
    const padOf = (row: number): number =>
      ROUNDING * (Math.abs(m[12 + row]) + extent * (Math.abs(m[row]) + Math.abs(m[4 + row]) + Math.abs(m[8 + row])));
    return [padOf(0), padOf(1), padOf(2)];
  }

  /** Returns the bounds in the world of a box in the own space of the object or instance. */
  #place([minX, minY, minZ, maxX, maxY, maxZ]: BoxNumbers, pads: readonly number[]): Float64Array {
    const { elements: m } = this.#matrix;
    const bounds = this.#bounds;
    for (let row = 0; row < 3; row++) {
      const a = m[row];
      const b = m[4 + row];
      const c = m[8 + row];
      const middle = (a * (minX + maxX) + b * (minY + maxY) + c * (minZ + maxZ)) / 2 + m[12 + row];
      const half = (Math.abs(a) * (maxX - minX) + Math.abs(b) * (maxY - minY) + Math.abs(c) * (maxZ - minZ)) / 2;
      bounds[row] = middle - half - pads[row];
      bounds[3 + row] = middle + half + pads[row];
    }
    return bounds;
  }
}
