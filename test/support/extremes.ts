/** Scenes of numbers of extreme size, many of whose products overflow or underflow, and what is true of every answer. */
import {
  type Aabb,
  BoxScene,
  closestPoint,
  distanceToBox,
  type Hit,
  type Mesh,
  type Neighbor,
  type Obb,
  overlaps,
  raycastAabb,
  raycastObb,
  type Ray,
  type RayRange,
  type Sphere,
} from 'slabtree';
import { INTERNALS } from '../../src/scene/internals';
import { backends, show } from './compare';
import { aabb, type LoopRay, obb } from './loop';
import { IDENTITY, type Linear, placed, rotation, stretched, transform } from './matrices';
import {
  allOfMeshes,
  boundsOfMesh,
  createMeshLoop,
  type LoopInstance,
  type LoopMesh,
  type MeshLoop,
  type MeshLoopHit,
  nearestOfMeshes,
  overlapOfMeshes,
  worldTriangles,
} from './meshLoop';
import { meshOf, trianglesOf } from './meshScenes';
import type { Random } from './random';
import { boxOf } from './shapes';
import { each, triple, type Triple, vec } from './triple';

const MOST = Number.MAX_VALUE;

/** How large the numbers of a scene are, as powers of ten. */
interface Sizes {
  readonly local: number;
  readonly scale: number;
  readonly translation: number;
}

/** A mesh of the scenes and of the loop. */
interface ExtremeMesh {
  readonly loop: LoopMesh;
  readonly isFloat32: boolean;
  readonly handles: readonly Mesh[];
}

/** Scenes with the same content, one of each backend, and the loop over it. */
export interface ExtremeScenes {
  readonly scenes: BoxScene[];
  readonly loop: MeshLoop;
  readonly sizes: Sizes;
  readonly meshes: ExtremeMesh[];
}

function sizesAmong(random: Random): Sizes {
  const local = random.pick([0, 0, 38, -40, 150, -150, 300, -300, random.between(-320, 308)]);
  const scale = random.pick([0, 0, -local, -local, 8, -8, 100, -100, random.between(-150, 150)]);
  const world = Math.max(-320, Math.min(local + scale, 307.9));
  return { local, scale, translation: random.pick([-400, world, world, 0, 307.9, random.between(-320, 308)]) };
}

/** A number of about a size, given as a power of ten. */
function numberOf(random: Random, size: number): number {
  if (random.chance(0.1)) return 0;
  const value = random.between(-1, 1) * 10 ** (size + random.pick([0, 0, 0, random.between(-3, 0)]));
  return clampedTo(value, MOST);
}

function matrixAmong(random: Random, { scale, translation }: Sizes): number[] {
  const by = 10 ** Math.max(-320, Math.min(scale, 308));
  const linear = random.pick<() => Linear>([
    () => IDENTITY,
    () => rotation(random),
    () =>
      stretched(
        rotation(random),
        each(() => random.magnitude(1e-9, 1e9)),
      ),
    () =>
      stretched(
        random.chance(0.5) ? IDENTITY : rotation(random),
        random.pick<Triple>([
          [1, 1e-100, 1e100],
          [1e-150, 1e150, 1],
          [1e150, 1e-140, 1e-140],
          [1, 1, 1e-200],
        ]),
      ),
  ])();
  const at = each(() => numberOf(random, translation));
  return placed(
    linear.map((value) => clampedTo(value * by, MOST)),
    at,
  );
}

function cornersAmong(random: Random, { local }: Sizes): Triple {
  return each(() => numberOf(random, local));
}

/** Scenes with a few boxes and instances: of all that are tried, those that float64 can place. */
export function extremeScenesOf(random: Random): ExtremeScenes {
  const sizes = sizesAmong(random);
  const scenes = backends.map((backend) => new BoxScene({ backend }));
  const made: ExtremeScenes = { scenes, loop: createMeshLoop(), sizes, meshes: [] };
  for (let i = random.below(3); i > 0; i--) addBoxAmong(random, made);
  for (let i = 1 + random.below(2); i > 0; i--) addMeshAmong(random, made);
  return made;
}

function addBoxAmong(random: Random, { scenes, loop, sizes }: ExtremeScenes): void {
  const [a, b] = [cornersAmong(random, sizes), cornersAmong(random, sizes)];
  const [min, max] = [Math.min, Math.max].map((best) => each((k) => best(a[k], b[k])));
  const matrix = random.chance(0.5) ? null : matrixAmong(random, sizes);
  const box = matrix === null ? aabb(min, max) : obb(min, max, matrix);
  const given = { min: vec(min), max: vec(max) };
  const id = triedAlike(scenes, box !== null, (scene) =>
    matrix === null ? scene.addAabb(given) : scene.addObb({ ...given, matrix }),
  );
  if (id !== null && box !== null) loop.boxes.set(id, box);
}

function addMeshAmong(random: Random, made: ExtremeScenes): void {
  const { positions, loop } = meshOf(positionsAmong(random, 3 * (1 + random.below(6)), made.sizes), undefined);
  const isFloat32 = positions instanceof Float32Array;
  const mesh = { loop, isFloat32, handles: made.scenes.map((scene) => scene.addMesh(positions)) };
  made.meshes.push(mesh);
  for (let i = 1 + random.below(3); i > 0; i--) addInstanceAmong(random, made, mesh);
}

function positionsAmong(random: Random, vertices: number, sizes: Sizes): Float32Array | Float64Array {
  const corners = Array.from({ length: vertices }, () => cornersAmong(random, sizes)).flat();
  const isSingle = random.chance(0.5) && corners.every((value) => Math.abs(value) < 3e38);
  return isSingle ? Float32Array.from(corners) : Float64Array.from(corners);
}

function addInstanceAmong(random: Random, { scenes, loop, sizes }: ExtremeScenes, mesh: ExtremeMesh): void {
  const instance = { mesh: mesh.loop, matrix: matrixAmong(random, sizes), mask: 0xffffffff };
  const id = triedAlike(scenes, isAccepted(instance), (scene, i) =>
    scene.addInstance(mesh.handles[i], instance.matrix),
  );
  if (id !== null) loop.instances.set(id, instance);
}

function isAccepted({ mesh, matrix }: Pick<LoopInstance, 'mesh' | 'matrix'>): boolean {
  return obb(...boundsOfMesh(mesh), matrix) !== null;
}

/**
 * Makes a call to each scene. Throws unless all accept it, or all refuse it, as wanted. A refused call must leave its scene
 * as it was.
 *
 * @returns what the call returned, or null if it was refused.
 */
function triedAlike<Value>(
  scenes: readonly BoxScene[],
  isWanted: boolean,
  call: (scene: BoxScene, i: number) => Value,
): Value | null {
  const values = scenes.map((scene, i): Value | null => {
    const { size } = scene;
    const { changes } = scene[INTERNALS];
    try {
      return call(scene, i);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (isWanted || scene.size !== size || scene[INTERNALS].changes !== changes) throw error;
      return null;
    }
  });
  if (values[0] !== null && !isWanted) throw new Error(`a scene should have refused ${call.toString()}`);
  if (show(values[0]) !== show(values.at(-1))) throw new Error(`backends differ: ${show(values)}`);
  return values[0];
}

/** Changes the scenes: moves boxes and instances one by one or many at once, deforms a mesh, or adds boxes and instances. */
export function changeExtremes(random: Random, made: ExtremeScenes): void {
  const ids = [...made.loop.boxes].filter(([, { matrix }]) => matrix !== null).map(([id]) => id);
  ids.push(...made.loop.instances.keys());
  const kind = random.below(ids.length === 0 ? 3 : 5);
  if (kind === 0) addManyAmong(random, made, random.pick([1, 20]));
  else if (kind === 1) deformAmong(random, made);
  else if (kind === 2) addBoxAmong(random, made);
  else if (kind === 3) moveAmong(random, made, random.pick(ids), 1);
  else moveAmong(random, made, ids[0], runOf(ids));
}

/** How many ids follow one another from the first on. */
function runOf(ids: readonly number[]): number {
  const run = ids.findIndex((id, i) => id !== ids[0] + i);
  return run < 0 ? ids.length : run;
}

function addManyAmong(random: Random, { scenes, loop, sizes, meshes }: ExtremeScenes, count: number): void {
  const mesh = random.pick(meshes);
  const instances = Array.from({ length: count }, () => ({
    mesh: mesh.loop,
    matrix: matrixAmong(random, sizes),
    mask: 0xffffffff,
  }));
  const numbers = Float64Array.from(instances.flatMap(({ matrix }) => matrix));
  const first = triedAlike(scenes, instances.every(isAccepted), (scene, i) =>
    scene.addInstances(mesh.handles[i], numbers),
  );
  if (first !== null) instances.forEach((instance, i) => loop.instances.set(first + i, instance));
}

function deformAmong(random: Random, { scenes, loop, sizes, meshes }: ExtremeScenes): void {
  const mesh = random.pick(meshes);
  const moved = positionsAmong(random, mesh.loop.triangles.length * 3, sizes);
  const positions = mesh.isFloat32 ? Float32Array.from(moved, (value) => clampedTo(value, 3e38)) : moved;
  const triangles = trianglesOf(positions);
  const placed = [...loop.instances.values()].filter((instance) => instance.mesh === mesh.loop);
  const isWanted = placed.every(({ matrix }) => isAccepted({ mesh: { triangles }, matrix }));
  const isDone = triedAlike(scenes, isWanted, (scene, i) => {
    scene.setPositions(mesh.handles[i], positions);
    return true;
  });
  if (isDone !== null) mesh.loop.triangles = triangles;
}

function moveAmong(random: Random, { scenes, loop, sizes }: ExtremeScenes, first: number, count: number): void {
  const moved = Array.from({ length: count }, (_, i) => {
    const id = first + i;
    const matrix = matrixAmong(random, sizes);
    const instance = loop.instances.get(id);
    if (instance !== undefined) return { id, matrix, instance: { ...instance, matrix }, box: null };
    const { min, max } = loop.boxes.get(id) ?? aabb([0, 0, 0], [0, 0, 0]);
    return { id, matrix, instance: null, box: obb(min, max, matrix) };
  });
  const isWanted = moved.every(({ instance, box }) => (instance === null ? box !== null : isAccepted(instance)));
  const numbers = Float64Array.from(moved.flatMap(({ matrix }) => matrix));
  const isDone = triedAlike(scenes, isWanted, (scene) => {
    if (count === 1) scene.setMatrix(first, numbers);
    else scene.setMatrices(first, numbers);
    return true;
  });
  if (isDone === null) return;
  for (const { id, instance, box } of moved) {
    if (instance !== null) loop.instances.set(id, instance);
    else if (box !== null) loop.boxes.set(id, box);
  }
}

/** The same scenes, read from their bytes. */
export function readAgain(made: ExtremeScenes): ExtremeScenes {
  const scenes = made.scenes.map((scene) => BoxScene.deserialize(scene.serialize(), { backend: scene.backend }));
  return { ...made, scenes };
}

/** A ray at something in the scenes, or anywhere, with a direction of any length. */
export function rayAt(random: Random, { loop, sizes }: ExtremeScenes): LoopRay {
  const target = targetOf(random, loop, sizes);
  const away = random.pick<() => Triple>([
    () => each((k) => (k === random.axis() ? random.sign() : 0)),
    () => random.direction(),
    () => each(() => random.below(3) - 1),
  ])();
  const far = 10 ** random.pick([sizes.local + sizes.scale, sizes.translation, 0, 307, random.between(-320, 308)]);
  const origin = clamped(each((k) => target[k] - Math.min(far, MOST) * away[k]));
  const speed = 10 ** random.pick([0, 0, 0, 100, -100, 300, -300, random.between(-320, 308)]);
  const towards = random.chance(0.5) ? away : each((k) => target[k] / 2 - origin[k] / 2);
  const largest = Math.max(...towards.map(Math.abs));
  const isScaled = random.chance(0.7) && largest > 0;
  const direction = clamped(each((k) => (isScaled ? (towards[k] / largest) * Math.min(speed, MOST) : towards[k])));
  return { origin, direction: direction.every((value) => value === 0) ? [0, 0, 1] : direction };
}

/** A point on a triangle or in a box, or anywhere. */
export function targetOf(random: Random, loop: MeshLoop, sizes: Sizes): Triple {
  const instances = [...loop.instances.values()];
  if (instances.length > 0 && random.chance(0.7)) {
    const [a, b, c] = random.pick(worldTriangles(random.pick(instances)));
    const u = random.pick([0, 0.25, 0.5, random.next()]);
    const v = random.pick([0, 0.25, (1 - u) * random.next()]);
    return clamped(each((k) => (1 - u - v) * a[k] + u * b[k] + v * c[k]));
  }
  const boxes = [...loop.boxes.values()];
  if (boxes.length > 0 && random.chance(0.8)) {
    const { min, max, matrix } = random.pick(boxes);
    const share = random.pick([0, 0.5, 1, random.next()]);
    const local = each((k) => min[k] * (1 - share) + max[k] * share);
    return clamped(matrix === null ? local : transform(matrix, local));
  }
  return clamped(each(() => numberOf(random, random.pick([sizes.local, sizes.translation, 308]))));
}

function clamped(point: Triple): Triple {
  return each((k) => clampedTo(point[k], MOST) || 0);
}

function clampedTo(value: number, most: number): number {
  return Math.max(-most, Math.min(value, most));
}

/** A sphere or a box around something in the scenes. */
export function shapeAt(random: Random, { loop, sizes }: ExtremeScenes): Aabb | Obb | Sphere {
  const center = targetOf(random, loop, sizes);
  const size = Math.min(
    10 ** random.pick([sizes.local + sizes.scale, sizes.translation, random.between(-320, 308)]),
    MOST,
  );
  const [min, max] = [clamped(each((k) => center[k] - size)), clamped(each((k) => center[k] + size))];
  const box = obb(
    [-1, -1, -1],
    [1, 1, 1],
    placed(
      rotation(random).map((value) => value * size),
      center,
    ),
  );
  if (box !== null && random.chance(0.3)) return boxOf(box);
  return random.chance(0.5) ? { min: vec(min), max: vec(max) } : { center: vec(center), radius: size };
}

/** Every hit of a loop over the package's functions for one pair. */
function hitsOf(loop: MeshLoop, ray: LoopRay, range: RayRange): MeshLoopHit[] {
  const given: Ray = { origin: vec(ray.origin), direction: vec(ray.direction) };
  const hits = allOfMeshes({ ...loop, boxes: new Map() }, ray, range);
  for (const [id, box] of loop.boxes) {
    const shape = boxOf(box);
    const t = 'matrix' in shape ? raycastObb(given, shape, range) : raycastAabb(given, shape, range);
    if (t !== null) hits.push({ id, t, triangle: -1, u: 0, v: 0 });
  }
  return hits.sort((a, b) => (a.t === b.t ? a.id - b.id || a.triangle - b.triangle : a.t < b.t ? -1 : 1));
}

/** Throws unless the answers to a ray are finite, those of the loop, and the same with all backends. Returns the hits. */
export function checkRay({ scenes, loop }: ExtremeScenes, ray: LoopRay, range: RayRange): number {
  const given: Ray = { origin: vec(ray.origin), direction: vec(ray.direction) };
  const expected = hitsOf(loop, ray, range);
  const answers = scenes.map((scene) => {
    const all = scene.raycastAll(given, range);
    const complain = (what: string): never => {
      throw new Error(`${what} (${scene.backend}): ${show({ all, expected, ray, range, loop: lists(loop) })}`);
    };
    if (show(all.map(({ id, t, triangle, u, v }) => ({ id, t, triangle, u, v }))) !== show(expected.map(sorted))) {
      complain('raycastAll differs from the loop');
    }
    for (const hit of all) {
      const fault = faultOf(hit);
      if (fault !== null) complain(`${fault} in ${show(hit)}`);
    }
    const closest = scene.raycast(given, range);
    if (show(closest) !== show(all.at(0) ?? null)) complain(`raycast finds ${show(closest)}`);
    if (scene.raycastAny(given, range) !== all.length > 0) complain('raycastAny differs');
    const many = scene.raycastMany(Float64Array.of(...ray.origin, ...ray.direction), { ...range, triangles: true });
    const [first] = expected;
    const found = [many.ids[0], many.ts[0], many.triangles[0], many.us[0], many.vs[0]];
    const wanted =
      expected.length > 0 ? [first.id, first.t, first.triangle, first.u, first.v] : [-1, Infinity, -1, 0, 0];
    if (show(found) !== show(wanted)) complain(`raycastMany finds ${show(found)}`);
    return show(all);
  });
  if (answers.some((answer) => answer !== answers[0])) throw new Error(`backends differ: ${answers.join(' and ')}`);
  return expected.length;
}

/** Throws unless one call for many rays finds what a call for each of them does. */
export function checkManyRays({ scenes, loop }: ExtremeScenes, rays: readonly LoopRay[]): void {
  const numbers = Float64Array.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));
  for (const scene of scenes) {
    const { ids, ts, triangles, us, vs } = scene.raycastMany(numbers, { triangles: true });
    rays.forEach(({ origin, direction }, i) => {
      const hit = scene.raycast({ origin: vec(origin), direction: vec(direction) });
      const { id, t, triangle, u, v } = hit ?? { id: -1, t: Infinity, triangle: -1, u: 0, v: 0 };
      const found = [ids[i], ts[i], triangles[i], us[i], vs[i]];
      if (show(found) === show([id, t, triangle, u, v])) return;
      throw new Error(`raycastMany (${scene.backend}) of ${i}: ${show({ found, hit, rays, loop: lists(loop) })}`);
    });
  }
}

function sorted({ id, t, triangle, u, v }: MeshLoopHit): MeshLoopHit {
  return { id, t, triangle, u, v };
}

function lists({ boxes, instances }: MeshLoop): unknown {
  return { boxes: [...boxes], instances: [...instances] };
}

/** What is wrong with a hit, or null. */
function faultOf({ t, distance, point, normal, inside, u, v }: Hit): string | null {
  if (![t, u, v, ...triple(normal)].every((value) => Number.isFinite(value))) return 'not finite';
  // What rounds past the largest number is infinite: a point at the end of float64, and the length of a way beyond it.
  if (triple(point).some(Number.isNaN)) return 'no point';
  if (Number.isNaN(distance) || distance < 0) return 'no distance';
  const length = Math.hypot(normal.x, normal.y, normal.z);
  if (inside && length === 0) return null;
  return Math.abs(length - 1) <= 4 * Number.EPSILON ? null : 'a normal of another length';
}

/** Throws unless the nearest boxes and instances are those of the loop, and have no NaN. */
export function checkNearest({ scenes, loop }: ExtremeScenes, point: Triple): void {
  const expected: Neighbor[] = nearestOfMeshes({ ...loop, boxes: new Map() }, point, false);
  for (const [id, box] of loop.boxes) {
    const shape = boxOf(box);
    const distance = distanceToBox(shape, vec(point));
    expected.push({ id, triangle: -1, distance, point: closestPoint(shape, vec(point)) });
  }
  expected.sort((a, b) => (a.distance === b.distance ? a.id - b.id : a.distance < b.distance ? -1 : 1));
  for (const scene of scenes) {
    const found = scene.nearest(vec(point), { count: 100 });
    const isSame = show(found) === show(expected);
    const isFinite = found.every((near) => near.distance >= 0 && triple(near.point).every(Number.isFinite));
    if (isSame && isFinite) continue;
    throw new Error(`nearest (${scene.backend}): ${show({ found, expected, point, loop: lists(loop) })}`);
  }
}

/** Throws unless what overlaps a shape is what does so in the loop. */
export function checkOverlap({ scenes, loop }: ExtremeScenes, shape: Aabb | Obb | Sphere): void {
  const expected = overlapOfMeshes({ ...loop, boxes: new Map() }, shape);
  for (const [id, box] of loop.boxes) if (overlaps(shape, boxOf(box))) expected.set(id, []);
  const ids = [...expected.keys()].sort((a, b) => a - b);
  for (const scene of scenes) {
    const found = [...scene.overlap(shape)].sort((a, b) => a - b);
    const triangles = scene.overlapTriangles(shape);
    const isSame =
      show(found) === show(ids) &&
      triangles.every((list) => show([...list.triangles]) === show(expected.get(list.id))) &&
      triangles.length === [...expected.values()].filter((list) => list.length > 0).length;
    if (!isSame) throw new Error(`overlap (${scene.backend}): ${show({ found, ids, shape, loop: lists(loop) })}`);
  }
}
