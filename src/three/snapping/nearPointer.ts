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
import { elementKindOf } from '../elements/intersectElements';
import type { ElementKind } from '../elements/elements';
import { elementsOf } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from '../sources/boxSource';
import { isBehind, loosened, type PixelSpace, type ScreenPlace } from './pixelSpace';

/** An object, or an instance, that the pointer is near. */
export interface Part {
  readonly source: BoxSource;
  readonly instance: number;
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

/** A triangle with a side near the pointer. */
export interface Face {
  readonly faceIndex: number;
  readonly vertices: readonly number[];
  /** In the part's own space. */
  readonly normal: Vector3;
  /** Whether the side of it that the camera sees is drawn. */
  readonly isDrawn: boolean;
  readonly materialIndex: number | undefined;
}

/** What is read of a mesh, and of lines and points. */
interface DrawnObject extends Object3D {
  readonly geometry: BufferGeometry;
  readonly material: Material | readonly Material[];
  getVertexPosition(vertex: number, target: Vector3): Vector3;
}

const corners = [/* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3()];
const rows = /* @__PURE__ */ new Matrix3();
const low = /* @__PURE__ */ new Vector3();
const high = /* @__PURE__ */ new Vector3();

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
  const visit = (element: number): void => {
    elements.readStart(element, a);
    if (kind === 'points') b.copy(a);
    else elements.readEnd(element, b);
    const side = sideNear(part, radius, a, b, elements.startOf(element), elements.endOf(element));
    if (side !== null) sides.push({ ...side, element, corner: 0 });
  };
  if (tree !== null && tree.extent < Infinity) {
    tree.visitWithin(loosened(part.pixels.planesAround(radius), tree.extent), visit);
  } else {
    for (let element = 0; element < elements.count; element++) visit(element);
  }
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
  const isMirrored = part.matrixWorld.determinant() < 0;

  const visit = (triangle: number): number => {
    const at = start + 3 * triangle;
    const vertices = [at, at + 1, at + 2].map((place) => (index === null ? place : index.getX(place)));
    vertices.forEach((vertex, i) => {
      if (isPosed) object.getVertexPosition(vertex, corners[i]);
      else corners[i].fromBufferAttribute(attributes.position, vertex);
    });
    const [a, b, c] = corners;
    if (a.equals(b) || b.equals(c) || c.equals(a)) return 0;
    let face: Face | undefined;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const side = sideNear(part, radius, corners[i], corners[j], vertices[i], vertices[j]);
      if (side === null) continue;
      face ??= {
        faceIndex: Math.floor(at / 3),
        vertices,
        normal: Triangle.getNormal(a, b, c, new Vector3()),
        ...drawnBy(geometry.groups, object.material, at, facing(pixels.matrix, isMirrored)),
      };
      sides.push({ ...side, face, element: triangle, corner: i });
    }
    return 0;
  };

  const tree = placed === null ? null : meshes.of(geometry);
  if (tree === null) {
    for (let triangle = 0; start + 3 * triangle < end; triangle++) visit(triangle);
    return;
  }
  const { min, max } = tree.mesh.bounds;
  const extent = Math.max(low.copy(min).length(), high.copy(max).length());
  const planes = loosened(pixels.planesAround(radius), extent);
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

/** Above 0 if the camera sees the front of the triangle of the corners, below 0 if it sees the back: their order on the screen. */
function facing({ elements: e }: Matrix4, isMirrored: boolean): number {
  const [ax, ay, aw, bx, by, bw, cx, cy, cw] = corners.flatMap(({ x, y, z }) =>
    [0, 1, 3].map((row) => e[row] * x + e[row + 4] * y + e[row + 8] * z + e[row + 12]),
  );
  const turn = rows.set(ax, ay, aw, bx, by, bw, cx, cy, cw).determinant();
  return isMirrored ? -turn : turn;
}

/** Whether the side of a triangle that the camera sees is drawn, and by which of several materials. */
function drawnBy(
  groups: readonly GeometryGroup[],
  material: Material | readonly Material[],
  at: number,
  front: number,
): Pick<Face, 'isDrawn' | 'materialIndex'> {
  const draws = ({ side }: Material) => side === DoubleSide || (side === BackSide ? front < 0 : front > 0);
  if (!isList(material)) return { isDrawn: draws(material), materialIndex: undefined };
  const group = groups.find(({ start, count, materialIndex = 0 }) => {
    const drawn = material.at(materialIndex);
    return at >= start && at < start + count && drawn !== undefined && draws(drawn);
  });
  return { isDrawn: group !== undefined, materialIndex: group?.materialIndex };
}

function isList<Item>(items: Item | readonly Item[]): items is readonly Item[] {
  return Array.isArray(items);
}
