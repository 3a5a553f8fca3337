import { type Backend, BoxScene } from 'slabtree';
import { Matrix4, Ray, Vector3 } from 'three';
import { expect } from 'vitest';
import type { MeshLinks } from '../../src/bvh/meshes/meshLinks';
import type { CandidateVisitor } from '../../src/bvh/meshes/rayVisitor';
import type { StoredMesh } from '../../src/bvh/meshes/storedMesh';
import { INTERNALS } from '../../src/scene/internals';
import { obb } from './loop';
import { IDENTITY, type Linear, linearParts, placed, rotation, stretched, translation } from './matrices';
import { createMeshLoop } from './meshLoop';
import { matrixAmong, meshAmong, type MeshKind, rayAtMeshes } from './meshScenes';
import type { Random } from './random';
import type { Corners } from './triangles';
import { each, vec } from './triple';

export const NO_MASK = 0xffffffff;
/** The tolerance of the searches of slabtree/three, relative to coordinates and distances: see src/three/math.ts. */
const TOLERANCE = 1e-9;
/** The most triangles that the kernel lists: see CANDIDATE_LIMIT. */
export const LISTED = 16;

/** A box of the loop. Its mesh is null if the box is not linked. */
export interface LinkedBox {
  readonly matrix: readonly number[];
  readonly mask: number;
  readonly mesh: { readonly triangles: Corners[] } | null;
}

export interface LinkedScene {
  readonly scene: BoxScene;
  readonly boxes: Map<number, LinkedBox>;
}

/** A hit by three.js's arithmetic. */
interface LoopHit {
  readonly triangle: number;
  readonly distance: number;
}

export interface Question {
  readonly ray: Ray;
  readonly near: number;
  readonly far: number;
  readonly mask: number;
  readonly accepts: (id: number, triangle: number) => boolean;
}

/** Returns three.js's hits of all triangles of a box: the arithmetic of Mesh.raycast, with all triangles two-sided. */
function hitsOf({ matrix, mesh }: LinkedBox, ray: Ray): LoopHit[] {
  const toWorld = new Matrix4().fromArray(matrix);
  const local = ray.clone().applyMatrix4(toWorld.clone().invert());
  const hits: LoopHit[] = [];
  mesh?.triangles.forEach((corners, triangle) => {
    const [a, b, c] = corners.map((corner) => new Vector3(...corner));
    const point = local.intersectTriangle(a, b, c, false, new Vector3());
    if (point === null || isNoise(point, local, corners)) return;
    const distance = ray.origin.distanceTo(point.applyMatrix4(toWorld));
    if (Number.isFinite(distance)) hits.push({ triangle, distance });
  });
  return hits;
}

/**
 * Whether three.js's point of a hit is outside the bounds of the triangle by more than rounding.
 *
 * three.js divides by the product of the direction and the normal. If the ray lies in the plane of the triangle, or the
 * triangle is a line, this product is the rounding of its terms, and the quotient may be any number. No bound of t holds
 * for these hits, so the loop leaves them out.
 */
function isNoise(point: Vector3, { origin }: Ray, corners: Corners): boolean {
  const sizes = [...origin.toArray(), ...corners.flat()].map(Math.abs);
  const rounding = 1e-12 * Math.max(...sizes);
  return point.toArray().some((value, k) => {
    const ofCorners = corners.map((corner) => corner[k]);
    return !(value >= Math.min(...ofCorners) - rounding && value <= Math.max(...ofCorners) + rounding);
  });
}

/** A linear part whose third column is near the plane of the others, but not so near that there is no margin. */
function flattened(random: Random): Linear {
  const [a, b, c, d, e, f, g, h, i] = rotation(random);
  const [u, v, by] = [random.between(-2, 2), random.between(-2, 2), random.magnitude(3e-3, 0.1)];
  return [a, b, c, d, e, f, u * a + v * d + by * g, u * b + v * e + by * h, u * c + v * f + by * i];
}

/** A box of a random matrix that the scene takes: stretched, mirrored, far away, tiny, huge, or nearly singular. */
export function placeAmong(random: Random, { bounds }: StoredMesh, unit: number): readonly number[] {
  const matrix = random
    .pick<() => number[]>([
      () => matrixAmong(random),
      () => translation(each(() => random.below(5) - 2)),
      () =>
        placed(
          linearParts['quarter turn'](random),
          each(() => random.below(5) - 2),
        ),
      () =>
        placed(
          stretched(
            random.chance(0.5) ? rotation(random) : IDENTITY,
            each(() => random.magnitude(1, 200)),
          ),
          random.triple(-3, 3),
        ),
      () => placed(rotation(random), random.triple(-1e6, 1e6)),
      () => placed(flattened(random), random.triple(-3, 3)),
    ])()
    .map((value, at) => (at % 4 === 3 ? value : value * unit));
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const isBox = obb([minX, minY, minZ], [maxX, maxY, maxZ], matrix) !== null;
  return isBox ? matrix : placed(IDENTITY, [0, 0, 0]);
}

export function addLinked(scene: BoxScene, stored: StoredMesh, matrix: readonly number[], mask = NO_MASK): number {
  const { links, boxes } = scene[INTERNALS];
  const [minX, minY, minZ, maxX, maxY, maxZ] = stored.bounds;
  const id = scene.addObb({ min: vec([minX, minY, minZ]), max: vec([maxX, maxY, maxZ]), matrix }, mask);
  links.reserve(boxes.idLimit);
  links.link(id, stored);
  links.verify(stored);
  return id;
}

/** A scene of linked boxes, some of them at the same place, among boxes without links. */
export function linkedSceneOf(random: Random, kind: MeshKind, backend: Backend): LinkedScene {
  const scene = new BoxScene({ backend });
  const { links } = scene[INTERNALS];
  const boxes = new Map<number, LinkedBox>();
  const meshes = Array.from({ length: 1 + random.below(3) }, () => {
    const { positions, index = null, loop } = meshAmong(random, kind);
    return { stored: links.addMesh(positions, index), loop };
  });
  const unit = random.pick([1, 1, 1, 1, 1e-6, 1e6, 1e-30, 1e30]);
  const shared = random.chance(0.2) ? random.pick(meshes) : null;
  const place = shared === null ? null : placeAmong(random, shared.stored, unit);
  const count = random.pick([1, 2, 5, 12, 40]);
  for (let i = 0; i < count; i++) {
    const { stored, loop: mesh } = shared ?? random.pick(meshes);
    const matrix = place ?? placeAmong(random, stored, unit);
    const mask = random.pick([1, 2, 3, NO_MASK]);
    boxes.set(addLinked(scene, stored, matrix, mask), { matrix, mask, mesh });
    if (count > 1 && random.chance(0.1)) scene.addAabb({ min: vec([-1, -1, -1]), max: vec(random.triple(-1, 3)) });
    if (count > 1 && random.chance(0.1)) {
      scene.addObb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: matrixAmong(random) });
    }
  }
  if (random.chance(0.5)) links.invalidate();
  return { scene, boxes };
}

export function questionAmong(random: Random, { boxes }: LinkedScene): Question {
  const instances = [...boxes].flatMap(([id, { matrix, mask, mesh }]) =>
    mesh === null ? [] : [[id, { matrix, mask, mesh }] as const],
  );
  const { origin, direction } = rayAtMeshes(random, { ...createMeshLoop(), instances: new Map(instances) });
  const ray = new Ray(new Vector3(...origin), new Vector3(...direction));
  if (random.chance(0.7)) ray.direction.normalize();
  const hits = hitsOf(random.pick([...boxes.values()]), ray);
  const size = hits.length === 0 ? 1 : random.pick(hits).distance;
  const near = random.pick([0, 0, 0, 0.5 * size, size]);
  const stride = random.pick([1, 1, 2, 3]);
  return {
    ray,
    near,
    far: random.pick([Infinity, Infinity, near + size]),
    mask: random.pick([NO_MASK, NO_MASK, 1, 2]),
    accepts: (id, triangle) => stride === 1 || (id + triangle) % stride !== 0,
  };
}

/** The search of slabtree/three for the closest hit, with three.js's hits from the loop. */
class ClosestSearch implements CandidateVisitor {
  readonly isFirstEnough = false;
  listsAll = false;
  readonly links: MeshLinks;
  closest = Infinity;
  lists = 0;
  readonly #made: LinkedScene;
  readonly #question: Question;
  readonly #hits: ReadonlyMap<number, readonly LoopHit[]>;
  readonly #interrupt: () => void;

  constructor(
    made: LinkedScene,
    question: Question,
    hits: ReadonlyMap<number, readonly LoopHit[]>,
    interrupt: () => void = () => undefined,
  ) {
    this.links = made.scene[INTERNALS].links;
    this.#made = made;
    this.#question = question;
    this.#hits = hits;
    this.#interrupt = interrupt;
  }

  find(): number {
    const { ray, mask } = this.#question;
    const { start, end } = this;
    if (start <= end) this.#made.scene[INTERNALS].visitCandidates(ray, start, end, mask, this);
    return this.closest;
  }

  get start(): number {
    return before(this.#question.ray, this.#question.near);
  }

  get end(): number {
    return beyond(this.#question.ray, Math.min(this.#question.far, this.closest));
  }

  visit(id: number, t: number): number {
    this.#interrupt();
    if (this.links.meshOf(id) === null) return Math.max(this.end, t);
    const along = this.#along(id, true);
    if (along === null) this.#decide(id, null);
    else this.#decideUpTo(id, new Set(along.candidates.map(({ triangle }) => triangle)), along.bound);
    return Math.max(this.end, t);
  }

  /** Some meshes stay unverified: their boxes are visited. */
  renewLink(id: number): boolean {
    const mesh = this.links.meshOf(id);
    if (mesh === null || mesh.number % 3 === 2) return false;
    this.links.verify(mesh);
    return true;
  }

  visitTriangles(id: number, triangles: Float64Array, first: number, count: number, bound: number): number {
    this.lists++;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(LISTED);
    const listed = new Set(triangles.subarray(first, first + count));
    this.#interrupt();
    this.#decideUpTo(id, listed, bound);
    return this.end;
  }

  #along(id: number, isClosest: boolean) {
    const { start, end } = this;
    if (!(start <= end)) return { candidates: [], bound: -Infinity };
    return this.#made.scene[INTERNALS].linkedTrianglesAlong(id, this.#question.ray, start, end, isClosest);
  }

  #decideUpTo(id: number, triangles: ReadonlySet<number>, bound: number): void {
    const { ray, near } = this.#question;
    const { end } = this;
    // The list has all triangles that are hit up to its bound, refused ones too.
    for (const { triangle, distance } of this.#hits.get(id) ?? []) {
      const isWithin = distance >= near && beyond(ray, distance) < Math.min(bound, end);
      if (isWithin && !triangles.has(triangle)) throw new Error(`box ${id}: triangle ${triangle} is not in the list`);
    }
    const distance = this.#decide(id, triangles);
    if (distance <= bound * ray.direction.length() || bound >= end) return;
    this.#decide(id, new Set(this.#along(id, false)?.candidates.map(({ triangle }) => triangle)));
  }

  /** Takes the closest accepted hit of some triangles, or of all if they are null. Returns its distance. */
  #decide(id: number, triangles: ReadonlySet<number> | null): number {
    const hits = (this.#hits.get(id) ?? []).filter(({ triangle }) => triangles?.has(triangle) ?? true);
    const closest = closestOf(id, hits, this.#question);
    this.closest = Math.min(this.closest, closest);
    return closest;
  }
}

function closestOf(id: number, hits: readonly LoopHit[], { near, far, accepts }: Question): number {
  const accepted = hits.filter(
    ({ triangle, distance }) => distance >= near && distance <= far && accepts(id, triangle),
  );
  return Math.min(Infinity, ...accepted.map(({ distance }) => distance));
}

/** The t of a distance, less or more by the tolerance. */
function before({ origin, direction }: Ray, distance: number): number {
  return (distance - TOLERANCE * (origin.length() + distance)) / direction.length();
}

function beyond({ origin, direction }: Ray, distance: number): number {
  return (distance + TOLERANCE * (origin.length() + distance)) / direction.length();
}

/** Requires that no hit of the loop is missing from the triangles along the ray. Returns how many lists there were. */
export function requireAll({ scene, boxes }: LinkedScene, { ray, near, far }: Question): number {
  let lists = 0;
  for (const [id, box] of boxes) {
    const along = scene[INTERNALS].linkedTrianglesAlong(id, ray, before(ray, near), beyond(ray, far), false);
    if (along === null) continue;
    lists++;
    const lows = new Map(along.candidates.map(({ triangle, low }) => [triangle, low]));
    expect(lows.size).toBe(along.candidates.length);
    for (const { triangle, distance } of hitsOf(box, ray)) {
      if (distance < near || distance > far) continue;
      const low = lows.get(triangle);
      if (low !== undefined && low <= beyond(ray, distance)) continue;
      const found = low === undefined ? 'is missing' : `has the low ${low}`;
      throw new Error(`box ${id}: triangle ${triangle} at the distance ${distance} ${found}`);
    }
  }
  return lists;
}

/** Requires that the walk finds the closest accepted hit of the loop. Returns how many lists of triangles it visited. */
export function requireClosest(made: LinkedScene, question: Question, interrupt?: () => void): number {
  const hits = new Map([...made.boxes].map(([id, box]) => [id, hitsOf(box, question.ray)]));
  const isSeen = ({ mask }: LinkedBox): boolean => (mask & question.mask) !== 0;
  const closest = [...made.boxes].map(([id, box]) =>
    isSeen(box) ? closestOf(id, hits.get(id) ?? [], question) : Infinity,
  );
  const walk = new ClosestSearch(made, question, hits, interrupt);
  const found = walk.find();
  const expected = Math.min(Infinity, ...closest);
  if (found !== expected) throw new Error(`the walk finds ${found}, and the loop ${expected}`);
  return walk.lists;
}
