import {
  BackSide,
  DoubleSide,
  type Intersection,
  type Material,
  Matrix3,
  type Matrix4,
  Triangle,
  Vector3,
} from 'three';
import type { IndexedObject } from '../boxes/owners';
import { type Drawn, type DrawnGroup, drawnOf, groupsOf } from '../sources/drawn';
import type { Elements } from '../elements/elements';
import { extentOf, visitElements } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import type { BoxSource } from '../sources/boxSource';
import { isBehind, type PixelSpace, type ScreenPlace } from './pixelSpace';

/** An object, or an instance, that the pointer is near. */
export interface Part {
  readonly source: BoxSource;
  readonly instance: number;
  readonly owner: IndexedObject;
  readonly matrixWorld: Matrix4;
  /** The screen, for the part's own space. */
  readonly pixels: PixelSpace;
}

/** A side of a triangle, a segment or a point, drawn near the pointer. Of a side, the end with the smaller numbers is the first. */
export interface Side {
  readonly part: Part;
  readonly from: Vector3;
  readonly to: Vector3;
  /** The numbers of the vertices at the ends. Those of a point are the same. */
  readonly start: number;
  readonly end: number;
  /** What of it is drawn nearest to the pointer. */
  readonly place: ScreenPlace;
  /** Its triangle; undefined for segments and points. */
  readonly face: Face | undefined;
  /** Where its triangle, segment or point begins in the index or among the vertices, and which side of the triangle it is. */
  readonly element: number;
  readonly corner: number;
}

/** A triangle with a side near the pointer. What few need of it is computed when it is asked for. */
export class Face {
  readonly vertices: number[];
  readonly #corners: readonly Vector3[];
  /** Where it begins in the index, or among the vertices. */
  readonly #at: number;
  readonly #material: Drawn['material'];
  /** Those that it is a triangle of. */
  readonly #groups: readonly DrawnGroup[];
  readonly #part: Part;
  #materialIndex: number | null | undefined;

  constructor(
    part: Part,
    at: number,
    material: Drawn['material'],
    groups: readonly DrawnGroup[],
    vertices: number[],
    corners: readonly Vector3[],
  ) {
    this.vertices = vertices;
    this.#corners = corners.map((corner) => corner.clone());
    this.#at = at;
    this.#material = material;
    this.#groups = groups;
    this.#part = part;
  }

  /** What a hit tells of it, for filters and clipping. */
  get hit(): Pick<Intersection, 'face' | 'faceIndex'> {
    const [a, b, c] = this.vertices;
    const { normal, materialIndex } = this;
    const face = materialIndex === null ? null : { a, b, c, normal, materialIndex };
    return { face, faceIndex: Math.floor(this.#at / 3) };
  }

  /** In the part's own space. */
  get normal(): Vector3 {
    const [a, b, c] = this.#corners;
    return Triangle.getNormal(a, b, c, new Vector3());
  }

  /** The material that draws the side that the camera sees: its number, 0 if there is only one, or null if none does. */
  get materialIndex(): number | null {
    // Each side asks for it, and each end of a side.
    if (this.#materialIndex === undefined) this.#materialIndex = this.#findMaterial();
    return this.#materialIndex;
  }

  #findMaterial(): number | null {
    const materials = [this.#material].flat();
    const { pixels, matrixWorld } = this.#part;
    const { elements: e } = pixels.matrix;
    // Seen from the front, the corners go round the screen counterclockwise.
    const numbers = this.#corners.flatMap(({ x, y, z }) =>
      [0, 1, 3].map((row) => e[row] * x + e[row + 4] * y + e[row + 8] * z + e[row + 12]),
    );
    const turn = rows.fromArray(numbers).determinant();
    const front = matrixWorld.determinant() < 0 ? -turn : turn;
    const draws = (material: Material | undefined) =>
      material !== undefined && (material.side === DoubleSide || (material.side === BackSide ? front < 0 : front > 0));
    const group = this.#groups.find(({ materialIndex = 0 }) => draws(materials.at(materialIndex)));
    return group === undefined ? null : (group.materialIndex ?? 0);
  }
}

const rows = /* @__PURE__ */ new Matrix3();
const corners = [/* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3()];

/** Finds the sides, segments and points of a part that are drawn within a radius of the pointer. */
export function sidesNear(part: Part, radius: number, meshes: GeometryMeshes, sides: Side[]): void {
  const drawn = drawnOf(part.source, part.instance, meshes);
  if (drawn === null) return;
  const { elements: whole, material } = drawn;
  const { size } = whole;
  const isTriangle = size === 3;
  const groups = groupsOf(drawn);
  // Where a group begins within a triangle, it draws others.
  const isAligned = groups.every(({ elements }) => (elements.placeOf(0) - whole.placeOf(0)) % size === 0);
  const tree = isAligned ? drawn.tree : null;
  const planes = tree === null ? [] : part.pixels.planesAround(radius, extentOf(tree.mesh));
  const visit = (elements: Elements, element: number): boolean => {
    const at = elements.placeOf(element);
    const drawnBy = groups.filter((group) => group.elements.hasPlace(at));
    // Groups may have the same triangle. Then the first of them offers it.
    if (drawnBy.length === 0 || !(isAligned || drawnBy[0].elements === elements)) return false;
    const vertices: number[] = [];
    for (let i = 0; i < size; i++) drawn.read((vertices[i] = elements.vertexOf(element, i)), corners[i]);
    const [a, b, c] = corners;
    if (isTriangle && (a.equals(b) || b.equals(c) || c.equals(a))) return false;
    let face: Face | undefined;
    for (let i = 0; i < (isTriangle ? 3 : 1); i++) {
      const j = (i + 1) % size;
      // Triangles that share a side compute the same: its first end is the same.
      const k = comesFirst(corners[i], corners[j]) ? i : j;
      const l = i + j - k;
      const place = part.pixels.nearestTo(corners[k], corners[l]);
      if (place === null || !(place.pixels <= radius)) continue;
      if (isTriangle) face ??= new Face(part, at, material, drawnBy, vertices, corners);
      const [from, to] = [corners[k].clone(), corners[l].clone()];
      sides.push({ part, from, to, start: vertices[k], end: vertices[l], place, face, element: at, corner: i });
    }
    return false;
  };
  for (const elements of isAligned ? [whole] : groups.map((group) => group.elements)) {
    visitElements(
      elements,
      tree,
      (...box) => isBehind(planes, ...box),
      (element) => visit(elements, element),
    );
  }
}

/** By x, or if these are the same by y, or by z. */
function comesFirst(a: Vector3, b: Vector3): boolean {
  return (a.x - b.x || a.y - b.y || a.z - b.z) <= 0;
}
