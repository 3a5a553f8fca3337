/**
 * Compares scenes, one of each backend, with the plain loop, bit for bit. A failure is an error with the whole case in its
 * message: `expect` is too slow for millions of comparisons.
 */
import { type Aabb, type Backend, BoxScene, type Hit, type Obb, overlaps, type Sphere } from 'slabtree';
import { NODE_WORDS } from '../../src/bvh/layout/nodeLayout';
import type { Tree } from '../../src/bvh/tree/tree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import {
  allOf,
  boundsOf,
  cullOf,
  faceOf,
  type Loop,
  type LoopBox,
  type LoopHit,
  type LoopOptions,
  type LoopPlane,
  type LoopRay,
  splitOf,
} from './loop';
import { boxOf } from './shapes';
import { each, type Triple, vec } from './triple';

/** Every query is tested with each of these. */
export const backends: readonly Backend[] = ['js', 'wasm'];

/** A scene of some boxes with each backend, and the loop over the same boxes. */
export function scenesOf(
  boxes: readonly LoopBox[],
  asArrays = false,
): { scenes: BoxScene[]; loop: Map<number, LoopBox> } {
  const made = backends.map((backend) => sceneOf(boxes, backend, asArrays));
  return { scenes: made.map(({ scene }) => scene), loop: made[0].loop };
}

/** A scene of some boxes, and the loop over the same boxes. */
export function sceneOf(
  boxes: readonly LoopBox[],
  backend: Backend,
  asArrays = false,
): { scene: BoxScene; loop: Map<number, LoopBox> } {
  const scene = new BoxScene({ backend });
  const loop = new Map<number, LoopBox>();
  if (asArrays) addInRuns(scene, loop, boxes);
  else for (const box of boxes) loop.set(addBox(scene, box), box);
  return { scene, loop };
}

export function addBox(scene: BoxScene, { min, max, matrix, mask }: LoopBox): number {
  const box = { min: vec(min), max: vec(max) };
  return matrix === null ? scene.addAabb(box, mask) : scene.addObb({ ...box, matrix }, mask);
}

/** Adds neighbours of one kind and one mask with one call, as float32 if that holds them exactly. */
function addInRuns(scene: BoxScene, loop: Map<number, LoopBox>, boxes: readonly LoopBox[]): void {
  for (let start = 0; start < boxes.length;) {
    const { mask, matrix } = boxes[start];
    let end = start + 1;
    while (end < boxes.length && matrix === null && boxes[end].matrix === null && boxes[end].mask === mask) end++;
    const run = boxes.slice(start, end);
    const first =
      matrix === null
        ? scene.addAabbs(numbersOf(run.flatMap(({ min, max }) => [...min, ...max])), mask)
        : scene.addObbs({ min: vec(run[0].min), max: vec(run[0].max) }, numbersOf(matrix), mask);
    run.forEach((box, i) => loop.set(first + i, box));
    start = end;
  }
}

function numbersOf(numbers: readonly number[]): Float32Array | Float64Array {
  return numbers.every((value) => Object.is(Math.fround(value), value))
    ? Float32Array.from(numbers)
    : Float64Array.from(numbers);
}

/** Throws if a scene's tree is not valid, or if the scenes' trees are not the same bit for bit. */
export function compareTrees(scenes: readonly BoxScene[]): void {
  requireSameTrees(scenes.map((scene) => scene[INTERNALS].currentTree()));
}

/** Throws if a scene's tree is not valid. In a scene that has changed, it need not be the same with every backend. */
export function validateTrees(scenes: readonly BoxScene[]): void {
  for (const scene of scenes) validate(scene[INTERNALS].currentTree());
}

/** Throws if a tree is not valid, or if the trees are not the same bit for bit. */
export function requireSameTrees([first, ...others]: readonly Tree[]): void {
  validate(first);
  const words = wordsOf(first);
  for (const other of others) {
    validate(other);
    const otherWords = wordsOf(other);
    const differing = words.findIndex((word, i) => word !== otherWords[i]);
    if (words.length !== otherWords.length || differing >= 0) {
      throw new Error(`trees differ at word ${differing}, of ${words.length} and ${otherWords.length}`);
    }
  }
}

/** A whole tree as words: its measure, its nodes and its paths. */
function wordsOf(tree: Tree): Int32Array {
  const { nodes, paths, origin, extent, magnitude, reach, obbSlope } = tree;
  const measure = Float64Array.of(...origin, ...extent, ...magnitude, reach, obbSlope);
  const parts = [
    new Int32Array(measure.buffer),
    nodes.int32.subarray(0, nodes.count * NODE_WORDS),
    paths.boxSlots,
    paths.parentSlots.subarray(0, nodes.count),
    paths.heights.subarray(0, nodes.count),
  ];
  const words = new Int32Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    words.set(part, end);
    end += part.length;
  }
  return words;
}

/** Casts a ray with every ray query. Throws if an answer differs from the loop. */
export function compareRay(scenes: readonly BoxScene[], loop: Loop, ray: LoopRay, options: LoopOptions = {}): void {
  const all = allOf(loop, ray, options);
  for (const scene of scenes) compareRayOf(scene, loop, ray, options, all);
}

function compareRayOf(scene: BoxScene, loop: Loop, ray: LoopRay, options: LoopOptions, all: readonly LoopHit[]): void {
  const closest = all.at(0) ?? null;
  const any = all.length > 0;
  const complain = (query: string, found: unknown, expected: unknown): never => {
    const context = { found, expected, ray, options, boxes: [...loop] };
    throw new Error(`${query} of the backend ${scene.backend} differs from the loop: ${show(context)}`);
  };
  const query = { origin: vec(ray.origin), direction: vec(ray.direction) };
  const hit = scene.raycast(query, options);
  if (!isSame(hit, closest)) complain('raycast', hit, closest);
  if (hit !== null) compareHit(hit, loop, ray, options);

  const before = numbersOfHit(into);
  const written = scene.raycast(query, { ...options, into });
  const numbers = hit === null ? before : numbersOfHit(hit);
  if (written !== (hit === null ? null : into)) complain('raycast into a hit', written, hit);
  if (!numbersOfHit(into).every((number, i) => Object.is(number, numbers[i]))) {
    complain('raycast into a hit', into, { hit, before });
  }

  if (scene.raycastAny(query, options) !== any) complain('raycastAny', !any, any);

  const hits = scene.raycastAll(query, options);
  if (hits.length !== all.length || !hits.every((other, i) => isSame(other, all[i]))) {
    complain(
      'raycastAll',
      hits.map(({ id, t }) => ({ id, t })),
      all,
    );
  }
  for (const other of hits) compareHit(other, loop, ray, options);

  const many = scene.raycastMany(Float64Array.of(...ray.origin, ...ray.direction), options);
  if (many.ids[0] !== (closest?.id ?? -1) || !Object.is(many.ts[0], closest?.t ?? Infinity)) {
    complain('raycastMany', { id: many.ids[0], t: many.ts[0] }, closest);
  }
}

/** Every ray is also cast into this hit. It has the last answer, of whatever scene. */
const into: Hit = {
  id: -1,
  t: NaN,
  distance: -0,
  point: vec([1, 2, 3]),
  normal: vec([4, 5, 6]),
  inside: true,
  triangle: 7,
  u: 8,
  v: 9,
  front: false,
};

export function numbersOfHit({ id, t, distance, point, normal, inside, triangle, u, v, front }: Hit): number[] {
  const place = [point.x, point.y, point.z, normal.x, normal.y, normal.z];
  return [id, t, distance, ...place, Number(inside), triangle, u, v, Number(front)];
}

function isSame(a: { id: number; t: number } | null, b: { id: number; t: number } | null): boolean {
  return a === null || b === null ? a === b : a.id === b.id && Object.is(a.t, b.t);
}

/** Checks the other fields of a hit whose id and t are correct. */
function compareHit(hit: Hit, loop: Loop, ray: LoopRay, options: LoopOptions): void {
  const box = loop.get(hit.id);
  if (box === undefined) throw new Error(`there is no box ${hit.id}`);
  const complain = (field: string, found: unknown, expected: unknown): never => {
    throw new Error(`${field} of a hit is wrong: ${show({ found, expected, hit, ray, options, box })}`);
  };
  const { origin, direction } = ray;
  const point = each((k) => origin[k] + hit.t * direction[k]);
  const found: Triple = [hit.point.x, hit.point.y, hit.point.z];
  if (!found.every((value, k) => Object.is(value, point[k]))) complain('point', found, point);

  const length = lengthOf(direction);
  const distance = Math.abs(hit.t) * length;
  const isNear = hit.distance === distance || Math.abs(hit.distance - distance) <= 1e-12 * distance + Number.MIN_VALUE;
  if (!isNear && Number.isFinite(distance)) complain('distance', hit.distance, distance);

  const face = faceOf(box, ray, options);
  if (hit.inside !== face.inside) complain('inside', hit.inside, face.inside);
  const size = lengthOf(face.normal);
  const normal = each((k) => (size === 0 ? 0 : face.normal[k] / size));
  const outward: Triple = [hit.normal.x, hit.normal.y, hit.normal.z];
  const tolerance = box.matrix === null ? 0 : 1e-14;
  if (!outward.every((value, k) => Math.abs(value - normal[k]) <= tolerance && !Object.is(value, -0))) {
    complain('normal', outward, normal);
  }
}

/** The length of a vector, without overflow or underflow. */
function lengthOf([x, y, z]: Triple): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  return largest === 0 ? 0 : largest * Math.hypot(x / largest, y / largest, z / largest);
}

/** Splits the scenes. Throws if an answer differs from the loop. */
export function compareSplit(scenes: readonly BoxScene[], loop: Loop, plane: LoopPlane, mask?: number): void {
  const expected = splitOf(loop, plane, mask);
  const options = mask === undefined ? {} : { mask };
  for (const scene of scenes) {
    const sets = scene.split({ normal: vec(plane.normal), constant: plane.constant }, options);
    for (const part of ['front', 'crossing', 'back'] as const) {
      compareSet(`split of the backend ${scene.backend}: ${part}`, sets[part], expected[part], () => ({
        plane,
        mask,
        boxes: [...loop],
      }));
    }
  }
}

/** Culls the scenes. Throws if an answer differs from the loop. */
export function compareCull(
  scenes: readonly BoxScene[],
  loop: Loop,
  planes: readonly LoopPlane[],
  mask?: number,
): void {
  const expected = cullOf(loop, planes, mask);
  const options = mask === undefined ? {} : { mask };
  const query = planes.map(({ normal, constant }) => ({ normal: vec(normal), constant }));
  for (const scene of scenes) {
    const sets = scene.cull(query, options);
    for (const part of ['inside', 'crossing', 'edges'] as const) {
      compareSet(`cull of the backend ${scene.backend}: ${part}`, sets[part], expected[part], () => ({
        planes,
        mask,
        boxes: [...loop],
      }));
    }
  }
}

/** Finds the boxes that overlap a shape. Throws if an answer differs from a loop of the primitive. */
export function compareOverlap(
  scenes: readonly BoxScene[],
  loop: Loop,
  shape: Aabb | Obb | Sphere,
  mask?: number,
): void {
  const expected: number[] = [];
  for (const [id, box] of loop) {
    if (mask !== undefined && (box.mask & mask) === 0) continue;
    if (overlaps(shape, boxOf(box))) expected.push(id);
  }
  for (const scene of scenes) {
    const set = scene.overlap(shape, mask === undefined ? {} : { mask });
    compareSet(`overlap of the backend ${scene.backend}`, set, expected, () => ({ shape, mask, boxes: [...loop] }));
  }
}

/** Finds all pairs that overlap. Throws if an answer differs from a double loop of the primitive. */
export function comparePairs(scenes: readonly BoxScene[], loop: Loop, mask?: number): void {
  const entries = [...loop].filter(([, box]) => mask === undefined || (box.mask & mask) !== 0);
  const expected: string[] = [];
  entries.forEach(([id, box], i) => {
    for (const [other, otherBox] of entries.slice(i + 1)) {
      if (overlaps(boxOf(box), boxOf(otherBox))) expected.push(`${Math.min(id, other)} ${Math.max(id, other)}`);
    }
  });
  expected.sort();
  for (const scene of scenes) {
    const pairs = scene.pairs(mask === undefined ? {} : { mask });
    const found = [...pairs].map(([a, b]) => `${a} ${b}`).sort();
    if (found.length !== expected.length || found.some((pair, i) => pair !== expected[i])) {
      const context = { found, expected, mask, boxes: [...loop] };
      throw new Error(`pairs of the backend ${scene.backend} differ from the loop: ${show(context)}`);
    }
  }
}

interface AnySet extends Iterable<number> {
  readonly size: number;
  toArray(): Uint32Array;
  forEach(visit: (id: number) => void): void;
}

function compareSet(name: string, set: AnySet, expected: readonly number[], context: () => object): void {
  const ids = [...expected].sort((a, b) => a - b);
  const visited: number[] = [];
  set.forEach((id) => visited.push(id));
  const ways = { toArray: [...set.toArray()], forEach: visited, iteration: [...set] };
  for (const [way, found] of Object.entries(ways)) {
    found.sort((a, b) => a - b);
    if (found.length !== ids.length || found.some((id, i) => id !== ids[i])) {
      throw new Error(`${name} differs from the loop by ${way}: ${show({ found, expected: ids, ...context() })}`);
    }
  }
  if (set.size !== ids.length) throw new Error(`${name} has size ${set.size} but holds ${ids.length} ids`);
}

/** Compares the bounds of the scenes with those of all boxes. */
export function compareBounds(scenes: readonly BoxScene[], loop: Loop): void {
  const bounds = [...loop.values()].map(boundsOf);
  const expected =
    bounds.length === 0
      ? null
      : {
          min: vec(each((k) => Math.min(...bounds.map(({ min }) => min[k])))),
          max: vec(each((k) => Math.max(...bounds.map(({ max }) => max[k])))),
        };
  for (const { bounds: found } of scenes) {
    if (show(found) !== show(expected)) throw new Error(`bounds differ from the loop: ${show({ found, expected })}`);
  }
}

/** JSON from which every number can be read back exactly, including -0 and Infinity. */
export function show(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return Object.is(part, -0) ? '-0' : Number.isFinite(part) ? part : String(part);
    return typeof part === 'function' ? 'a function' : part;
  });
}
