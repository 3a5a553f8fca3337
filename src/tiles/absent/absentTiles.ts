import {
  type Aabb,
  BoxScene,
  type BoxSceneOptions,
  type FloatArray,
  type Plane,
  type Ray,
  type Sphere,
  type Vec3,
} from 'slabtree';
import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import { INTERNALS } from '../../scene/internals';
import { ABSENT, type NextTile } from '../../scene/tiles/castRun';
import { readRayOf } from '../../scene/tiles/readRayOf';
import { type TiledMeasure, wideningOf } from '../format/tiledMeasure';
import { isCoveredBy, raySlack, sizeOf, slackFor } from './slack';
import { boundsOfShape, type FlatObb } from './shapeBounds';

/** A tile, and where a question meets it: `t` along a ray, or a distance. */
export interface MetTile {
  readonly tile: number;
  readonly at: number;
}

/** Which rays and which part of them a question is about. */
export interface RayPart {
  readonly ray: Ray;
  readonly tMin: number;
  readonly tMax: number;
  /** How much further than its hit a ray may find something nearer, in t, and how far beside it: see `refine`. */
  readonly isRefined: boolean;
}

/**
 * Tells which tiles that are not in memory a question may concern. It never misses one. It may name one in vain, where the
 * question only nearly meets its bounds.
 */
export class AbsentTiles {
  /** 6 numbers per tile: min x y z, max x y z. */
  readonly bounds: Float64Array;
  readonly #measure: TiledMeasure;
  readonly #isAbsent: Uint8Array;
  /** Box i is tile i, widened by #widening, if that is absent. Otherwise it has no mask, so that no query sees it. */
  readonly scene: BoxScene;
  readonly #widening: number;
  #count: number;

  /** @param options of {@link scene}. */
  constructor(bounds: Float64Array, measure: TiledMeasure, options: BoxSceneOptions) {
    this.bounds = bounds;
    this.#measure = measure;
    this.#count = bounds.length / 6;
    this.#isAbsent = new Uint8Array(this.#count).fill(1);
    this.#widening = wideningOf(measure);
    this.scene = new BoxScene(options);
    const widened = bounds.map((bound, i) => {
      const moved = i % 6 < 3 ? bound - this.#widening : bound + this.#widening;
      return Math.max(-Number.MAX_VALUE, Math.min(moved, Number.MAX_VALUE));
    });
    this.scene.addAabbs(widened, ABSENT);
  }

  /** How many tiles are absent. */
  get count(): number {
    return this.#count;
  }

  isAbsent(tile: number): boolean {
    return this.#isAbsent[tile] !== 0;
  }

  setAbsent(tile: number, isAbsent: boolean): void {
    if (this.isAbsent(tile) === isAbsent) return;
    this.#isAbsent[tile] = isAbsent ? 1 : 0;
    this.#count += isAbsent ? 1 : -1;
    // Its box stays, so the tree does: this takes no longer if there are more tiles.
    this.scene.setMask(tile, isAbsent ? ABSENT : 0);
  }

  /** All that are absent. */
  all(): MetTile[] {
    const met: MetTile[] = [];
    this.#isAbsent.forEach((isAbsent, tile) => {
      if (isAbsent !== 0) met.push({ tile, at: 0 });
    });
    return met;
  }

  /** Whether {@link scene} never misses a tile on these rays. */
  areWithin(rays: FloatArray): boolean {
    if (this.#measure.obbSlope === 0) return true;
    const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
    for (let i = 0; i < rays.length / 6; i++) {
      readRayOf(rays, i, ray);
      if (!this.#isWithin(raySlack(this.#measure, ray))) return false;
    }
    return true;
  }

  /** The tiles on a ray, by where it enters them. It enters those that it starts in at `tMin`. */
  along(part: RayPart): MetTile[] {
    const met: MetTile[] = [];
    const limit = Math.max(part.tMax, -Number.MAX_VALUE);
    this.#visitAlong(part, {
      isFirstEnough: false,
      visit: (tile, at) => {
        met.push({ tile, at });
        return limit;
      },
    });
    return inOrder(met);
  }

  /** Finds the first tile on a ray after another one: `next` has begun. */
  next(part: RayPart, next: NextTile): void {
    this.#visitAlong(part, next);
  }

  /** The tiles that may be within a distance of a point, nearest first. */
  near(point: Vec3, distance: number): MetTile[] {
    if (this.#count === 0) return [];
    const slack = this.#slackAt(point.x, point.y, point.z);
    return this.scene
      .nearest(point, { count: Infinity, maxDistance: distance * (1 + 2 ** -40) + slack, mask: ABSENT })
      .map((found) => ({ tile: found.id, at: found.distance }));
  }

  /** The tiles that a shape may overlap. */
  touching(shape: Aabb | FlatObb | Sphere): MetTile[] {
    if (this.#count === 0) return [];
    const { min, max } = boundsOfShape(shape);
    const slack = this.#shapeSlack(shape);
    const low = (value: number): number => Math.max(value - slack, -Number.MAX_VALUE);
    const high = (value: number): number => Math.min(value + slack, Number.MAX_VALUE);
    const widened = {
      min: { x: low(min.x), y: low(min.y), z: low(min.z) },
      max: { x: high(max.x), y: high(max.y), z: high(max.z) },
    };
    const met: MetTile[] = [];
    this.scene.overlap(widened, { mask: ABSENT }).forEach((tile) => {
      met.push({ tile, at: 0 });
    });
    return met;
  }

  /**
   * Whether bounds that are widened as here are wide enough for a ray. Walks widen rays for oriented boxes, by the measure of
   * the whole, but for triangles only if there are any in memory.
   */
  isSureOfRay(ray: Ray): boolean {
    return this.#measure.meshCondition === 0 || this.#isWithin(raySlack(this.#measure, ray));
  }

  /** The same for a shape. */
  isSureOf(shape: Aabb | FlatObb | Sphere): boolean {
    return this.#isWithin(this.#shapeSlack(shape));
  }

  /** The same for planes. */
  isSureOfPlanes(planes: readonly Plane[]): boolean {
    return planes.every(({ normal, constant }) => {
      const { x, y, z } = normal;
      const moved = this.#widening * (Math.abs(x) + Math.abs(y) + Math.abs(z));
      return isCoveredBy(moved, this.#planeSlack(normal, constant));
    });
  }

  /** The tiles that may not be wholly behind one of the planes. */
  notBehind(planes: readonly Plane[]): MetTile[] {
    if (this.#count === 0) return [];
    const widened: Plane[] = [];
    for (const { normal, constant } of planes) {
      const slack = this.#planeSlack(normal, constant);
      // A plane whose tests may overflow excludes nothing.
      if (slack === Infinity) continue;
      widened.push({ normal, constant: Math.min(constant + slack, Number.MAX_VALUE) });
    }
    const { inside, crossing } = this.scene.cull(widened, { mask: ABSENT });
    const met: MetTile[] = [];
    for (const set of [inside, crossing]) {
      set.forEach((tile) => {
        met.push({ tile, at: 0 });
      });
    }
    return met;
  }

  /** Whether the boxes of tiles are widened enough for what rounds by this. */
  #isWithin(slack: number): boolean {
    return isCoveredBy(this.#widening, slack);
  }

  /** By how much a distance may be less than that of the bounds. */
  #slackAt(x: number, y: number, z: number): number {
    return 2 * slackFor(this.#measure, sizeOf(this.#measure, x, y, z));
  }

  #shapeSlack(shape: Aabb | FlatObb | Sphere): number {
    const { min, max } = boundsOfShape(shape);
    return Math.max(this.#slackAt(min.x, min.y, min.z), this.#slackAt(max.x, max.y, max.z));
  }

  /**
   * A plane moves by less than its normal's numbers times what each axis may round by. Infinity if its tests may overflow: see
   * bvh/margins/planeMargin.ts.
   */
  #planeSlack({ x, y, z }: Vec3, constant: number): number {
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 2 ** 800) return Infinity;
    const [sizeX, sizeY, sizeZ] = this.#measure.magnitude;
    const sum = Math.abs(x) * sizeX + Math.abs(y) * sizeY + Math.abs(z) * sizeZ + Math.abs(constant);
    return slackFor(this.#measure, sum) + Number.MIN_VALUE;
  }

  /** @param visitor never returns -Infinity, which would end the visits: a line may enter other tiles there, too. */
  #visitAlong(part: RayPart, visitor: RayVisitor): void {
    if (this.#count === 0) return;
    const { ray, tMin, tMax, isRefined } = part;
    let slack = raySlack(this.#measure, ray);
    if (isRefined) {
      const { x, y, z } = ray.origin;
      // See widenedReach in bvh/margins/rayMargin.ts.
      const condition = this.#measure.obbSlope / (16 * 2 ** -53);
      slack += 2 ** -38 * (condition + 2) * sizeOf(this.#measure, x, y, z);
    }
    if (this.#isWithin(slack)) this.scene[INTERNALS].visitCandidates(ray, tMin, tMax, ABSENT, visitor);
    else this.#visitAll(part, slack, visitor);
  }

  /** Asks for one tile after another, with bounds that are widened as much as this ray needs. */
  #visitAll({ ray, tMin, tMax }: RayPart, slack: number, visitor: RayVisitor): void {
    const { origin, direction } = ray;
    const o = [origin.x, origin.y, origin.z];
    const d = [direction.x, direction.y, direction.z];
    const { bounds } = this;
    let limit = tMax;
    for (let tile = 0; tile < this.#isAbsent.length; tile++) {
      if (this.#isAbsent[tile] === 0) continue;
      let near = tMin;
      let far = limit;
      for (let k = 0; k < 3; k++) {
        const pad = slack + 2 ** -45 * (Math.abs(o[k]) + this.#measure.magnitude[k]);
        const low = bounds[6 * tile + k] - pad - o[k];
        const high = bounds[6 * tile + 3 + k] + pad - o[k];
        if (d[k] === 0) {
          if (low > 0 || high < 0) near = Infinity;
          continue;
        }
        // NaN, of an endless bound or a slack beyond all numbers, excludes nothing.
        const first = (d[k] > 0 ? low : high) / d[k];
        const last = (d[k] > 0 ? high : low) / d[k];
        if (first > near) near = first;
        if (last < far) far = last;
      }
      if (near <= far) limit = visitor.visit(tile, near, null);
    }
  }
}

function inOrder(met: MetTile[]): MetTile[] {
  return met.sort((a, b) => a.at - b.at || a.tile - b.tile);
}
