/**
 * The plain loop that every answer is compared with. It is written from the semantics and shares no code with the package:
 * a closed box, the slab formula with a division, ranges, ties by the smaller id, planes by centre and extents.
 */
import { each, type Triple } from './triple';

/** A box of the loop. An oriented box has a matrix (16 numbers, column-major) and the inverse of the linear part. */
export interface LoopBox {
  readonly min: Triple;
  readonly max: Triple;
  readonly matrix: readonly number[] | null;
  /** 9 numbers, row by row. */
  readonly inverse: readonly number[] | null;
  readonly mask: number;
}

/** Boxes by id. */
export type Loop = ReadonlyMap<number, LoopBox>;

export interface LoopRay {
  readonly origin: Triple;
  readonly direction: Triple;
}

export interface LoopRange {
  readonly tMin?: number;
  readonly tMax?: number;
  readonly solid?: boolean;
}

export interface LoopOptions extends LoopRange {
  readonly mask?: number;
  readonly filter?: (id: number) => boolean;
  readonly refine?: (id: number, t: number) => number | null;
}

export interface LoopPlane {
  readonly normal: Triple;
  readonly constant: number;
}

export interface LoopHit {
  readonly id: number;
  readonly t: number;
}

export interface LoopFace {
  /** Outward, in world space. Its length need not be 1. */
  readonly normal: Triple;
  readonly inside: boolean;
}

const ALL_BITS = 0xffffffff;

export function aabb(min: Triple, max: Triple, mask = ALL_BITS): LoopBox {
  return { min, max, matrix: null, inverse: null, mask };
}

/** An oriented box, or null if the matrix is singular, or float64 cannot place the box. */
export function obb(min: Triple, max: Triple, matrix: readonly number[], mask = ALL_BITS): LoopBox | null {
  const inverse = inverseOf(matrix);
  return inverse === null || !isPlaced(min, max, matrix) ? null : { min, max, matrix, inverse, mask };
}

/**
 * Whether float64 can place a box: on each axis of the world, the sizes of the numbers that are added up for its corners
 * have a finite sum.
 */
function isPlaced(min: Triple, max: Triple, m: readonly number[]): boolean {
  const [x, y, z] = each((k) => Math.max(Math.abs(min[k]), Math.abs(max[k])));
  const sizes = each((k) => Math.abs(m[k]) * x + Math.abs(m[4 + k]) * y + Math.abs(m[8 + k]) * z + Math.abs(m[12 + k]));
  return sizes.every((size) => size < Infinity);
}

/** The inverse of a matrix's linear part, adjugate by determinant, row by row. Null if the matrix is singular. */
function inverseOf(m: readonly number[]): readonly number[] | null {
  const [a, d, g, , b, e, h, , c, f, i] = m;
  const determinant = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g);
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const inverse = adjugate.map((cofactor) => cofactor / determinant);
  // If a matrix is singular except for its last bits, rounding can make a row of zeros.
  const hasRows = [0, 3, 6].every((row) => inverse.slice(row, row + 3).some((value) => value !== 0));
  const isFinite = Number.isFinite(determinant) && inverse.every((value) => Number.isFinite(value));
  return isFinite && hasRows ? inverse : null;
}

interface Interval {
  readonly nears: Triple;
  readonly fars: Triple;
  readonly near: number;
  readonly far: number;
  readonly direction: Triple;
}

/** The slab interval of a ray and a box, in the box's own space. */
function intervalOf(box: LoopBox, ray: LoopRay): Interval {
  const { origin, direction } = toLocal(box, ray);
  const slabs = each3((k) => {
    if (direction[k] === 0) {
      const isBetween = box.min[k] <= origin[k] && origin[k] <= box.max[k];
      return isBetween ? [-Infinity, Infinity] : [Infinity, -Infinity];
    }
    const atMin = (box.min[k] - origin[k]) / direction[k];
    const atMax = (box.max[k] - origin[k]) / direction[k];
    return atMin <= atMax ? [atMin, atMax] : [atMax, atMin];
  });
  const nears = each((k) => slabs[k][0]);
  const fars = each((k) => slabs[k][1]);
  return { nears, fars, near: Math.max(...nears), far: Math.min(...fars), direction };
}

function each3(compute: (axis: 0 | 1 | 2) => readonly [number, number]): readonly (readonly [number, number])[] {
  return [compute(0), compute(1), compute(2)];
}

function toLocal({ matrix, inverse: m }: LoopBox, ray: LoopRay): LoopRay {
  if (matrix === null || m === null) return ray;
  const x = ray.origin[0] - matrix[12];
  const y = ray.origin[1] - matrix[13];
  const z = ray.origin[2] - matrix[14];
  const [u, v, w] = ray.direction;
  return {
    origin: [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z],
    direction: [m[0] * u + m[1] * v + m[2] * w, m[3] * u + m[4] * v + m[5] * w, m[6] * u + m[7] * v + m[8] * w],
  };
}

/** A range that ends where float64 does: no t that has overflowed is in it. */
function finiteRange({ tMin = 0, tMax = Infinity, ...others }: LoopRange): LoopRange & { tMin: number; tMax: number } {
  return { ...others, tMin: Math.max(tMin, -Number.MAX_VALUE), tMax: Math.min(tMax, Number.MAX_VALUE) };
}

/** The t at which the ray hits the box, or null. A faster form of {@link intervalOf}: tests spend most of their time here. */
export function hitOf(box: LoopBox, ray: LoopRay, range: LoopRange): number | null {
  const { tMin, tMax, solid = false } = finiteRange(range);
  const { origin, direction } = toLocal(box, ray);
  // A ray that overflows in the space of a box misses it.
  if (!origin.every(Number.isFinite) || !direction.every(Number.isFinite)) return null;
  let near = -Infinity;
  let far = Infinity;
  for (let k = 0; k < 3; k++) {
    const min = box.min[k];
    const max = box.max[k];
    if (direction[k] === 0) {
      if (min <= origin[k] && origin[k] <= max) continue;
      near = Math.max(near, Infinity);
      far = Math.min(far, -Infinity);
    } else {
      const atMin = (min - origin[k]) / direction[k];
      const atMax = (max - origin[k]) / direction[k];
      near = Math.max(near, atMin <= atMax ? atMin : atMax);
      far = Math.min(far, atMin <= atMax ? atMax : atMin);
    }
  }
  if (near > far || far < tMin || near > tMax) return null;
  let t = near;
  if (!(near >= tMin)) {
    t = solid ? tMin : far;
    if (!(t <= tMax)) return null;
  }
  return t === 0 ? 0 : t;
}

/** The first and the last t at which the ray is in the box. A test of the contents may return any t in between. */
export function insideOf(box: LoopBox, ray: LoopRay): { entry: number; exit: number } {
  const { near, far } = intervalOf(box, ray);
  return { entry: near, exit: far };
}

/** The face that a hit is on. */
export function faceOf(box: LoopBox, ray: LoopRay, range: LoopRange): LoopFace {
  const { tMin, solid = false } = finiteRange(range);
  const { nears, fars, near, far, direction } = intervalOf(box, ray);
  const isEntry = near >= tMin;
  if (!isEntry && solid) return { normal: [0, 0, 0], inside: true };
  const axis = isEntry ? nears.indexOf(near) : fars.indexOf(far);
  const forward = direction[axis] >= 0 ? 1 : -1;
  const sign = isEntry ? -forward : forward;
  const { inverse } = box;
  const normal = each((k) => (inverse === null ? (k === axis ? sign : 0) : sign * inverse[3 * axis + k]));
  return { normal, inside: !isEntry };
}

/** Every hit, in no particular order. */
function hitsOf(loop: Loop, ray: LoopRay, options: LoopOptions): LoopHit[] {
  const { mask, filter, refine } = options;
  const { tMin, tMax } = finiteRange(options);
  const hits: LoopHit[] = [];
  for (const [id, box] of loop) {
    if (mask !== undefined && (box.mask & mask) === 0) continue;
    let t = hitOf(box, ray, options);
    if (refine !== undefined) t ??= hitOf(widened(box, ray), ray, options);
    if (t === null) continue;
    if (filter !== undefined && !filter(id)) continue;
    if (refine !== undefined) {
      t = refine(id, t);
      if (t === null || t < tMin || t > tMax) continue;
      if (t === 0) t = 0;
    }
    hits.push({ id, t });
  }
  return hits;
}

/** The box that a query with `refine` tests: wider by 2^-40 of the numbers that the slab test computes with. */
export function widened(box: LoopBox, { origin }: LoopRay): LoopBox {
  const { min, max, matrix, inverse } = box;
  const size = Math.max(...each((k) => Math.abs(origin[k]) + (matrix === null ? 0 : Math.abs(matrix[12 + k]))));
  const sizes = each((k) => {
    if (inverse === null) return size;
    return (Math.abs(inverse[3 * k]) + Math.abs(inverse[3 * k + 1]) + Math.abs(inverse[3 * k + 2])) * size;
  });
  return {
    ...box,
    min: each((k) => min[k] - 2 ** -40 * (sizes[k] + Math.abs(min[k]))),
    max: each((k) => max[k] + 2 ** -40 * (sizes[k] + Math.abs(max[k]))),
  };
}

/** The hit with the smallest t, and among equal ones the smallest id. */
export function closestOf(loop: Loop, ray: LoopRay, options: LoopOptions): LoopHit | null {
  let closest: LoopHit | null = null;
  for (const hit of hitsOf(loop, ray, options)) {
    if (closest === null || hit.t < closest.t || (hit.t === closest.t && hit.id < closest.id)) closest = hit;
  }
  return closest;
}

/** Every hit, sorted by t and then by id. */
export function allOf(loop: Loop, ray: LoopRay, options: LoopOptions): LoopHit[] {
  return hitsOf(loop, ray, options).sort((a, b) => (a.t < b.t ? -1 : a.t > b.t ? 1 : a.id - b.id));
}

/** The side of a plane that a box is on. */
export function sideOf({ min, max, matrix: m }: LoopBox, { normal, constant }: LoopPlane): 1 | 0 | -1 {
  const [a, b, c] = normal;
  let x = min[0] / 2 + max[0] / 2;
  let y = min[1] / 2 + max[1] / 2;
  let z = min[2] / 2 + max[2] / 2;
  let [reachX, reachY, reachZ] = [Math.abs(a), Math.abs(b), Math.abs(c)];
  if (m !== null) {
    reachX = Math.abs(a * m[0] + b * m[1] + c * m[2]);
    reachY = Math.abs(a * m[4] + b * m[5] + c * m[6]);
    reachZ = Math.abs(a * m[8] + b * m[9] + c * m[10]);
    [x, y, z] = [
      m[0] * x + m[4] * y + m[8] * z + m[12],
      m[1] * x + m[5] * y + m[9] * z + m[13],
      m[2] * x + m[6] * y + m[10] * z + m[14],
    ];
  }
  const distance = a * x + b * y + c * z + constant;
  const radius =
    reachX * (max[0] / 2 - min[0] / 2) + reachY * (max[1] / 2 - min[1] / 2) + reachZ * (max[2] / 2 - min[2] / 2);
  return distance > radius ? 1 : distance < -radius ? -1 : 0;
}

export function splitOf(
  loop: Loop,
  plane: LoopPlane,
  mask?: number,
): { front: number[]; crossing: number[]; back: number[] } {
  const front: number[] = [];
  const crossing: number[] = [];
  const back: number[] = [];
  for (const [id, box] of loop) {
    if (mask !== undefined && (box.mask & mask) === 0) continue;
    const side = sideOf(box, plane);
    (side > 0 ? front : side < 0 ? back : crossing).push(id);
  }
  return { front, crossing, back };
}

export function cullOf(
  loop: Loop,
  planes: readonly LoopPlane[],
  mask?: number,
): { inside: number[]; crossing: number[]; edges: number[] } {
  const inside: number[] = [];
  const crossing: number[] = [];
  const edges: number[] = [];
  for (const [id, box] of loop) {
    if (mask !== undefined && (box.mask & mask) === 0) continue;
    const sides = planes.map((plane) => sideOf(box, plane));
    if (sides.includes(-1)) continue;
    const cuts = sides.filter((side) => side === 0).length;
    (cuts > 0 ? crossing : inside).push(id);
    if (cuts > 1 || (cuts > 0 && planes.length > 32)) edges.push(id);
  }
  return { inside, crossing, edges };
}

/** The bounds of a box in world space. Those of an oriented box come from its centre and projected extents. */
export function boundsOf({ min, max, matrix }: LoopBox): { min: Triple; max: Triple } {
  if (matrix === null) return { min, max };
  const middle = each((k) => min[k] / 2 + max[k] / 2);
  const half = each((k) => max[k] / 2 - min[k] / 2);
  const center = each(
    (k) => matrix[k] * middle[0] + matrix[4 + k] * middle[1] + matrix[8 + k] * middle[2] + matrix[12 + k],
  );
  const radius = each(
    (k) => Math.abs(matrix[k]) * half[0] + Math.abs(matrix[4 + k]) * half[1] + Math.abs(matrix[8 + k]) * half[2],
  );
  return { min: each((k) => center[k] - radius[k]), max: each((k) => center[k] + radius[k]) };
}
