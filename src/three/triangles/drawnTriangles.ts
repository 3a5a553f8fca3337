import type { FloatArray, IndexArray } from 'slabtree';
import { BackSide, DoubleSide, type Material, Vector3 } from 'three';
import { materialOf } from '../meshes/drawnGroups';
import { readTriangles, readVertices } from '../meshes/readTriangles';
import { type DrawnElements, groupsOf } from '../sources/drawnElements';
import type { Faces } from './triangleNumbers';

/** The triangles that an object or instance draws, in its own space, as `BoxScene.addMesh` takes them. */
export interface DrawnTriangles {
  readonly positions: FloatArray;
  readonly index: IndexArray | undefined;
  readonly faces: Faces;
}

const vertex = /* @__PURE__ */ new Vector3();

/**
 * Returns the triangles that an object or instance draws. Null if it draws none.
 *
 * The side that a material draws is the front: the corners of a triangle are exchanged if its material draws the back only.
 *
 * @param isDoubled whether triangles of which both sides are drawn are there twice, so that each side is the front of one.
 */
export function readDrawnTriangles(drawn: DrawnElements, isDoubled: boolean): DrawnTriangles | null {
  return (isPlain(drawn, isDoubled) ? readWhole(drawn) : null) ?? readOneByOne(drawn, isDoubled);
}

/**
 * Returns a name for the triangles of a geometry that are drawn, and how: for the groups with materials, and their sides. Objects
 * with the same geometry and the same name draw the same triangles.
 */
export function choiceOf(drawn: DrawnElements, isDoubled: boolean): string {
  if (isPlain(drawn, isDoubled)) return '';
  const groups = groupsOf(drawn).map((group) => {
    const { elements } = group;
    return [elements.placeOf(0), elements.count, turnsOf(materialOf(group, drawn.material), isDoubled)];
  });
  return JSON.stringify(groups);
}

/** Whether all triangles of the geometry are drawn unchanged. Only their vertices may be moved. */
function isPlain({ hasGroups, material }: DrawnElements, isDoubled: boolean): boolean {
  return !hasGroups && Boolean(material) && turnsOf(material as Material, isDoubled) === AS_IS;
}

const AS_IS = [false];
const TURNED = [true];
const BOTH_WAYS = [false, true];

/** Returns for each triangle that is made of a face whether it has the opposite winding of the face. */
function turnsOf(material: Material | null | undefined, isDoubled: boolean): readonly boolean[] {
  if (material?.side === BackSide) return TURNED;
  return material?.side === DoubleSide && isDoubled ? BOTH_WAYS : AS_IS;
}

/** Reads all triangles of a geometry at once. Null if some vertices are moved, or missing. */
function readWhole({ elements, isMoved }: DrawnElements): DrawnTriangles | null {
  const { geometry, count } = elements;
  const start = elements.placeOf(0);
  const triangles = isMoved || count === 0 ? null : readTriangles(geometry, { start, end: start + 3 * count });
  return triangles && { positions: triangles.positions, index: triangles.index, faces: Math.floor(start / 3) };
}

function readOneByOne(drawn: DrawnElements, isDoubled: boolean): DrawnTriangles | null {
  const corners: number[] = [];
  const faces: number[] = [];
  for (const group of groupsOf(drawn)) {
    const { elements } = group;
    for (const isTurned of turnsOf(materialOf(group, drawn.material), isDoubled)) {
      const [second, third] = isTurned ? [2, 1] : [1, 2];
      for (let i = 0; i < elements.count; i++) {
        corners.push(elements.vertexOf(i, 0), elements.vertexOf(i, second), elements.vertexOf(i, third));
        const face = Math.floor(elements.placeOf(i) / 3);
        faces.push(isTurned ? ~face : face);
      }
    }
  }
  if (faces.length === 0) return null;
  // A spread of so many arguments would overflow the stack.
  const first = corners.reduce((least, corner) => Math.min(least, corner), Infinity);
  const last = corners.reduce((most, corner) => Math.max(most, corner), 0);
  const index = Uint32Array.from(corners, (corner) => corner - first);
  return { positions: readPositions(drawn, first, last + 1 - first), index, faces: Int32Array.from(faces) };
}

/** Returns the places of some vertices after bones and morph targets, in the space of the object or instance. */
function readPositions(drawn: DrawnElements, first: number, count: number): FloatArray {
  if (!drawn.isMoved) return readVertices(drawn.elements.geometry.attributes.position, first, count);
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) drawn.read(first + i, vertex).toArray(positions, 3 * i);
  return positions;
}
