import {
  BackSide,
  type BufferGeometry,
  DoubleSide,
  type GeometryGroup,
  type Material,
  Matrix3,
  type Matrix4,
  type Object3D,
  Triangle,
  Vector3,
} from 'three';
import type { IndexedObject } from '../boxes/owners';
import { elementKindOf } from '../elements/intersectElements';
import type { ElementKind } from '../elements/elements';
import { type ElementTree, elementsOf, extentOf } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
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
  readonly face?: Face;
  /** The number of its triangle, segment or point, and which side of the triangle it is. */
  readonly element: number;
  readonly corner: number;
}

/** A triangle with a side near the pointer. What few need of it is computed when it is asked for. */
export class Face {
  readonly faceIndex: number;
  readonly vertices: readonly [number, number, number];
  readonly #corners: readonly [Vector3, Vector3, Vector3];
  readonly #at: number;
  readonly #drawn: DrawnTriangles;

  constructor(drawn: DrawnTriangles, at: number, vertices: [number, number, number], corners: readonly Vector3[]) {
    this.faceIndex = Math.floor(at / 3);
    this.vertices = vertices;
    this.#corners = [corners[0].clone(), corners[1].clone(), corners[2].clone()];
    this.#at = at;
    this.#drawn = drawn;
  }

  /** In the part's own space. */
  get normal(): Vector3 {
    return Triangle.getNormal(...this.#corners, new Vector3());
  }

  /** The material that draws the side that the camera sees: its number, 0 if there is only one, or null if none does. */
  get materialIndex(): number | null {
    const { groups, material, pixels, isMirrored } = this.#drawn;
    const { elements: e } = pixels.matrix;
    // Seen from the front, the corners go round the screen counterclockwise.
    const numbers = this.#corners.flatMap(({ x, y, z }) =>
      [0, 1, 3].map((row) => e[row] * x + e[row + 4] * y + e[row + 8] * z + e[row + 12]),
    );
    const turn = rows.fromArray(numbers).determinant();
    const front = isMirrored ? -turn : turn;
    const draws = ({ side }: Material) => side === DoubleSide || (side === BackSide ? front < 0 : front > 0);
    if (!isList(material)) return draws(material) ? 0 : null;
    const group = groups.find(({ start, count, materialIndex = 0 }) => {
      const drawn = material.at(materialIndex);
      return this.#at >= start && this.#at < start + count && drawn !== undefined && draws(drawn);
    });
    return group === undefined ? null : (group.materialIndex ?? 0);
  }
}

/** How the triangles of a part are drawn. */
interface DrawnTriangles {
  readonly groups: readonly GeometryGroup[];
  readonly material: Material | readonly Material[];
  readonly pixels: PixelSpace;
  readonly isMirrored: boolean;
}

const rows = /* @__PURE__ */ new Matrix3();

/** What is read of a mesh, and of lines and points. */
interface DrawnObject extends Object3D {
  readonly geometry: BufferGeometry;
  readonly material: Material | readonly Material[];
  getVertexPosition(vertex: number, target: Vector3): Vector3;
}

const corners = [/* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3()];

/** Finds the sides, segments and points of a part that are drawn within a radius of the pointer. */
export function sidesNear(part: Part, radius: number, meshes: GeometryMeshes, sides: Side[]): void {
  const { object } = part.source;
  const kind = elementKindOf(object, object);
  if (kind !== null) elementsNear(part, kind, radius, sides);
  else if ('isMesh' in object) trianglesNear(part, radius, meshes, sides);
}

function elementsNear(part: Part, kind: ElementKind, radius: number, sides: Side[]): void {
  const { geometry } = part.source.object as DrawnObject;
  const { elements, tree } = elementsOf(geometry, kind);
  const [a, b] = corners;
  const visit = (element: number): number => {
    elements.readStart(element, a);
    if (kind === 'points') b.copy(a);
    else elements.readEnd(element, b);
    const side = sideNear(part, radius, a, b, elements.startOf(element), elements.endOf(element));
    if (side !== null) sides.push({ ...side, element, corner: 0 });
    return 0;
  };
  visitNear(part, radius, tree, elements.count, visit);
}

function trianglesNear(part: Part, radius: number, meshes: GeometryMeshes, sides: Side[]): void {
  const { source, instance, pixels } = part;
  const object = source.object as DrawnObject;
  const placed = source.triangles?.(object, instance) ?? null;
  // Of a batch, nobody else knows which triangles are an instance's.
  if (placed === null && source.instanceName === 'batchId') return;
  const geometry = placed?.geometry ?? object.geometry;
  const { index, attributes } = geometry;
  if (!('position' in attributes)) return;
  const isPosed = placed === null && source.instanceName === null;
  const { start, end } = drawnRange(geometry);
  const { groups } = geometry;
  const drawn = { groups, material: object.material, pixels, isMirrored: part.matrixWorld.determinant() < 0 };
  const [a, b, c] = corners;
  const read = (place: number, target: Vector3): number => {
    const vertex = index === null ? place : index.getX(place);
    if (isPosed) object.getVertexPosition(vertex, target);
    else target.fromBufferAttribute(attributes.position, vertex);
    return vertex;
  };

  const visit = (triangle: number): number => {
    const at = start + 3 * triangle;
    const vertices: [number, number, number] = [read(at, a), read(at + 1, b), read(at + 2, c)];
    if (a.equals(b) || b.equals(c) || c.equals(a)) return 0;
    let face: Face | undefined;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const side = sideNear(part, radius, corners[i], corners[j], vertices[i], vertices[j]);
      if (side === null) continue;
      face ??= new Face(drawn, at, vertices, corners);
      sides.push({ ...side, face, element: triangle, corner: i });
    }
    return 0;
  };

  visitNear(part, radius, placed && meshes.of(geometry), Math.ceil((end - start) / 3), visit);
}

/** Visits elements among which all are that are drawn within a radius of the pointer: all of them if there is no tree. */
function visitNear(
  { pixels }: Part,
  radius: number,
  tree: ElementTree | null | undefined,
  count: number,
  visit: (element: number) => number,
): void {
  if (!tree) {
    for (let element = 0; element < count; element++) visit(element);
    return;
  }
  const planes = pixels.planesAround(radius, extentOf(tree.mesh));
  tree.scene.visitTriangles(tree.mesh, {
    bounds: (...box) => (isBehind(planes, ...box) ? Infinity : 0),
    triangle: visit,
  });
}

/** A side or a segment, if it is drawn within a radius. Triangles that share a side compute the same: its first end is the same. */
function sideNear(
  part: Part,
  radius: number,
  a: Vector3,
  b: Vector3,
  start: number,
  end: number,
): Omit<Side, 'element' | 'corner'> | null {
  if (b.x < a.x || (b.x === a.x && (b.y < a.y || (b.y === a.y && b.z < a.z)))) {
    return sideNear(part, radius, b, a, end, start);
  }
  const place = part.pixels.nearestTo(a, b);
  if (place === null || !(place.pixels <= radius)) return null;
  return { part, from: a.clone(), to: b.clone(), start, end, place };
}

function isList<Item>(items: Item | readonly Item[]): items is readonly Item[] {
  return Array.isArray(items);
}
