import { Vector3 } from 'three';
import type { Elements } from '../elements/elements';
import { visitElements } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnElementsOf, groupsOf } from '../sources/drawnElements';
import { Face, type SnapCandidate } from './face';
import { isBehind, type ScreenPlace } from './pixelSpace';

/** A side of a triangle, a segment, or a point, that is drawn near the pointer. */
export interface NearSide {
  readonly candidate: SnapCandidate;
  /** The ends of the side, in its object's or instance's own space. `from` has the smaller coordinates: see `comesFirst`. */
  readonly from: Vector3;
  readonly to: Vector3;
  /** The numbers of the vertices at the two ends of the side. The numbers are equal for a point. */
  readonly start: number;
  readonly end: number;
  /** The place on the side that the camera draws nearest to the pointer. */
  readonly place: ScreenPlace;
  /** The triangle to which the side belongs; undefined for segments and points. */
  readonly face: Face | undefined;
  /** Where the triangle, segment or point starts in the geometry's index: see `Elements.placeOf`. */
  readonly element: number;
  /** Which side of its triangle this side is: 0, 1 or 2. */
  readonly corner: number;
}

const corners = [/* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3(), /* @__PURE__ */ new Vector3()];

/** Adds those sides of triangles, segments and points of an object that are drawn within a radius of the pointer, in pixels. */
export function sidesNear(candidate: SnapCandidate, radius: number, meshes: GeometryMeshes, sides: NearSide[]): void {
  const drawn = drawnElementsOf(candidate.source, candidate.instance, meshes);
  if (drawn === null) return;
  const { elements: whole, material } = drawn;
  const { size } = whole;
  const isTriangle = size === 3;
  const groups = groupsOf(drawn);
  // The tree is over the whole geometry. A group that starts in the middle of a triangle draws other triangles than it has.
  const isAligned = groups.every(({ elements }) => (elements.placeOf(0) - whole.placeOf(0)) % size === 0);
  const tree = isAligned ? drawn.tree : null;
  const planes = tree === null ? [] : candidate.pixels.planesAround(radius, tree.extent);
  const visit = (elements: Elements, element: number): boolean => {
    const at = elements.placeOf(element);
    const drawnBy = groups.filter((group) => group.elements.hasPlace(at));
    // A triangle that is in several groups is added once, for the first of these groups.
    if (drawnBy.length === 0 || !(isAligned || drawnBy[0].elements === elements)) return false;
    const vertices: number[] = [];
    for (let i = 0; i < size; i++) drawn.read((vertices[i] = elements.vertexOf(element, i)), corners[i]);
    const [a, b, c] = corners;
    if (isTriangle && (a.equals(b) || b.equals(c) || c.equals(a))) return false;
    let face: Face | undefined;
    for (let i = 0; i < (isTriangle ? 3 : 1); i++) {
      const j = (i + 1) % size;
      // The ends are ordered by their coordinates, so that all triangles that share a side compute the same place on it.
      const k = comesFirst(corners[i], corners[j]) ? i : j;
      const l = i + j - k;
      const place = candidate.pixels.nearestTo(corners[k], corners[l]);
      if (place === null || !(place.pixels <= radius)) continue;
      if (isTriangle) face ??= new Face(candidate, at, material, drawnBy, vertices, corners);
      const [from, to] = [corners[k].clone(), corners[l].clone()];
      sides.push({ candidate, from, to, start: vertices[k], end: vertices[l], place, face, element: at, corner: i });
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

/** Whether point a is before point b, or equal to it, in the order by x, then y, then z. */
function comesFirst(a: Vector3, b: Vector3): boolean {
  return (a.x - b.x || a.y - b.y || a.z - b.z) <= 0;
}

/**
 * Whether a side of a triangle is an edge, and the material draws the side of the triangle that faces the camera. A side is not an edge if exactly two triangles share it and the angle
 * between them is at most `thresholdAngle`, in degrees. Triangles share a side if its ends have the same positions.
 *
 * @param sides all sides near the pointer, sorted by their place on the screen, so that shared sides are neighbours.
 * @param i the index of the side.
 */
export function isEdge(sides: readonly NearSide[], i: number, thresholdAngle: number): boolean {
  const side = sides[i];
  if (!isDrawn(side)) return false;
  if (thresholdAngle === 0) return true;
  let first = i;
  while (first > 0 && isSamePlace(sides[first - 1], side)) first--;
  const normals = [];
  for (let k = first; k < sides.length && isSamePlace(sides[k], side); k++) {
    const { candidate, from, to, face } = sides[k];
    if (candidate === side.candidate && face && from.equals(side.from) && to.equals(side.to)) normals.push(face.normal);
  }
  // eslint-disable-next-line no-restricted-properties -- engines may round Math.cos differently, by too little to matter here
  return normals.length !== 2 || normals[0].dot(normals[1]) <= Math.cos((thresholdAngle * Math.PI) / 180);
}

/** Whether a side belongs to a triangle that is drawn facing the camera. */
export function isDrawn({ face }: NearSide): boolean {
  return face !== undefined && face.materialIndex !== null;
}

function isSamePlace({ place: a }: NearSide, { place: b }: NearSide): boolean {
  return a.pixels === b.pixels && a.depth === b.depth;
}
