import {
  type Ray,
  type RayRange,
  raycastAabb,
  raycastObb,
  raycastTriangle,
  type Triangle,
  type TriangleSide,
} from 'slabtree';
import { BackSide, type Object3D } from 'three';
import { drawnElementsOf, matrixOf } from './drawnElements';
import { isMesh, isSkinned } from './kinds';
import { type Part, partsOf, visibleObjects } from './loop';
import { isForeign } from './ownBounds';

/** Where a ray hits a part, by a loop over its triangles. `face` is -1 for a box. */
interface PartHit {
  readonly t: number;
  readonly face: number;
}

/** An object or instance that is drawn with triangles, or has a box in place of these. */
export interface SolidPart extends Omit<Part, 'box'> {
  /** Returns the first hit. Null if there is none between `tMin` and `tMax`. */
  cast(ray: Ray, side: TriangleSide, tMin: number, tMax: number): PartHit | null;
  /** Returns the `t` at which a ray hits one face, from either side. Infinity if it misses the face, or if there is none. */
  castFace(ray: Ray, face: number, tMin: number, tMax: number): number;
}

export function solidPartsOf(root: Object3D): SolidPart[] {
  const known = partsOf(root).filter(({ object }) => isForeign(object) || isMesh(object));
  const skinned = visibleObjects(root).filter(isSkinned);
  return [
    ...known.map(({ box, ...part }) => (isForeign(part.object) ? boxPart(part, box) : trianglesPart(part))),
    ...skinned.map((object) => trianglesPart({ object })),
  ];
}

function boxPart(part: Omit<Part, 'box'>, box: Part['box']): SolidPart {
  const tOf = (ray: Ray, range: RayRange) =>
    ('matrix' in box ? raycastObb(ray, box, range) : raycastAabb(ray, box, range)) ?? Infinity;
  return {
    ...part,
    cast: (ray, _, tMin, tMax) => {
      const t = tOf(ray, { tMin, tMax });
      return t < Infinity ? { t, face: -1 } : null;
    },
    castFace: (ray, _, tMin, tMax) => tOf(ray, { tMin, tMax }),
  };
}

function trianglesPart(part: Omit<Part, 'box'>): SolidPart {
  const triangles = drawnElementsOf(part).map(({ corners: [a, b, c], number }) => {
    const triangle: Triangle = isTurned(part) ? { a, b: c, c: b } : { a, b, c };
    return { triangle, number };
  });
  return {
    ...part,
    cast: (ray, side, tMin, tMax) => {
      let first: PartHit | null = null;
      for (const { triangle, number } of triangles) {
        const hit = raycastTriangle(ray, triangle, { side, tMin, tMax });
        if (hit !== null && !(first !== null && first.t <= hit.t)) first = { t: hit.t, face: number };
      }
      return first;
    },
    castFace: (ray, face, tMin, tMax) =>
      Math.min(
        ...triangles
          .filter(({ number }) => number === face)
          .map(({ triangle }) => raycastTriangle(ray, triangle, { tMin, tMax })?.t ?? Infinity),
      ),
  };
}

/** Whether the drawn side of triangles in the world is the side from which their corners go round clockwise. */
function isTurned(part: Omit<Part, 'box'>): boolean {
  const { object } = part;
  const drawsBack = isMesh(object) && !Array.isArray(object.material) && object.material.side === BackSide;
  return drawsBack !== matrixOf(part).determinant() < 0;
}
