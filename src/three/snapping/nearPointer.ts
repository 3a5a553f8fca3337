import { Vector3 } from 'three';
import type { Elements } from '../elements/elements';
import { visitElements } from '../elements/elementTree';
import { extentOf } from '../meshes/extentOf';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnElementsOf, groupsOf } from '../sources/drawnElements';
import { Face } from './face';
import type { Part } from './part';
import { isBehind, type ScreenPlace } from './pixelSpace';

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

const corners = [/* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3()];

/** Finds the sides, segments and points of a part that are drawn within a radius of the pointer. */
export function sidesNear(part: Part, radius: number, meshes: GeometryMeshes, sides: Side[]): void {
  const drawn = drawnElementsOf(part.source, part.instance, meshes);
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
