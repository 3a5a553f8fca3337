import {
  type Aabb,
  BoxScene,
  type BoxSceneOptions,
  type FloatArray,
  type Plane,
  type Ray,
  type Shape,
  type Vec3,
} from 'slabtree';
import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import { INTERNALS } from '../../scene/internals';
import { ABSENT_MASK, readRayOf } from '../../scene/batches/castRun';
import { type TiledMeasure, wideningOf } from '../format/tiledMeasure';
import { boundsOfShape, isCoveredBy, raySlack, sizeOf, slackFor } from './slack';

export interface RayPart {
  readonly ray: Ray;
  readonly tMin: number;
  readonly tMax: number;
  /** Whether hits are refined. A refined hit may be on a box that the ray passes at a small distance. */
  readonly isRefined: boolean;
}

const NO_REACH: Vec3 = { x: 0, y: 0, z: 0 };
/** The largest reach with which {@link AbsentTiles} walks the tree of tiles: beyond it, sums with coordinates may be infinite. */
const WIDEST = 2 ** 1000;
/** The direction of the path of a shape that stands still. It does not matter at t 0, but a ray needs one. */
const ANY_DIRECTION: Vec3 = { x: 1, y: 1, z: 1 };

/**
 * Finds all absent tiles that a query may need. The bounds of the tiles are widened, so some of the found tiles may hold no box
 * of the answer.
 */
export class AbsentTiles {
  /** The bounds of all tiles, 6 numbers per tile: min x y z, max x y z. */
  readonly bounds: Float64Array;
  readonly #measure: TiledMeasure;
  readonly #isAbsent: Uint8Array;
  /**
   * A scene whose box i has the bounds of tile i, widened by #widening. A tile in memory has mask 0, so no query finds its box.
   */
  readonly scene: BoxScene;
  readonly #widening: number;
  #count: number;

  /** @param options the options of {@link scene}, a scene of the widened bounds of tiles. */
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
    this.scene.addAabbs(widened, ABSENT_MASK);
  }

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
    // Only the mask of the tile's box is changed, and not the tree, so the time does not depend on the number of tiles.
    this.scene.setMask(tile, isAbsent ? ABSENT_MASK : 0);
  }

  all(): number[] {
    const tiles: number[] = [];
    this.#isAbsent.forEach((isAbsent, tile) => {
      if (isAbsent !== 0) tiles.push(tile);
    });
    return tiles;
  }

  /** Returns whether the bounds of tiles in {@link scene} are widened enough for all of `rays`. */
  indexCoversRays(rays: FloatArray): boolean {
    if (this.#measure.obbSlope === 0) return true;
    const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
    for (let i = 0; i < rays.length / 6; i++) {
      readRayOf(rays, i, ray);
      if (!this.#isWithin(raySlack(this.#measure, ray))) return false;
    }
    return true;
  }

  /** Returns the absent tiles along a ray, sorted by the `t` at which the ray enters them: `tMin` for a tile around its origin. */
  along(part: RayPart): number[] {
    return this.#sorted((visitor) => {
      this.visitTilesAlong(part, visitor);
    }, part.tMax);
  }

  /** Returns the tiles that are visited, sorted by the `t` at which they are entered. */
  #sorted(visitAll: (visitor: RayVisitor) => void, tMax: number): number[] {
    const found: { readonly tile: number; readonly at: number }[] = [];
    const limit = Math.max(tMax, -Number.MAX_VALUE);
    visitAll({
      isFirstEnough: false,
      visit: (tile, at) => {
        found.push({ tile, at });
        return limit;
      },
    });
    return found.sort((a, b) => a.at - b.at || a.tile - b.tile).map(({ tile }) => tile);
  }

  /**
   * Visits the absent tiles that a ray may hit, in any order.
   *
   * @param visitor must not return -Infinity, which would end the visits: a ray from `tMin` -Infinity may enter several tiles at
   *   -Infinity.
   */
  visitTilesAlong(part: RayPart, visitor: RayVisitor): void {
    if (this.#count === 0) return;
    const { ray, tMin, tMax, isRefined } = part;
    let slack = raySlack(this.#measure, ray);
    if (isRefined) {
      const { x, y, z } = ray.origin;
      // The slack grows by the tolerance of refined hits: see widenedReach in bvh/margins/rayMargin.ts.
      const condition = this.#measure.obbSlope / (16 * 2 ** -53);
      slack += 2 ** -38 * (condition + 2) * sizeOf(this.#measure, x, y, z);
    }
    if (this.#isWithin(slack)) this.scene[INTERNALS].visitCandidates(ray, tMin, tMax, ABSENT_MASK, visitor);
    else this.#visitWithin(part, slack, NO_REACH, visitor);
  }

  /** Returns the absent tiles that may be within a distance of a shape, sorted by their distance from its bounds. */
  near(shape: Shape, distance: number): number[] {
    if (this.#count === 0) return [];
    const maxDistance = distance * (1 + 2 ** -40) + this.#shapeSlack(shape);
    return this.scene
      .nearest(boundsOfShape(shape), { count: Infinity, maxDistance, mask: ABSENT_MASK })
      .map(({ id }) => id);
  }

  /** Returns the absent tiles with something that a shape may come as close to as `within`. */
  touching(shape: Shape, within = 0): number[] {
    return this.#count === 0 ? [] : [...this.scene.overlap(this.#around(shape, within), { mask: ABSENT_MASK })];
  }

  /**
   * Returns the absent tiles that a moving shape may touch until `tMax`, sorted by the `t` at which it reaches their bounds.
   *
   * @param margin by how much the shape is rounded.
   */
  alongMotion(shape: Shape, motion: Vec3, tMax: number, margin: number): number[] {
    if (this.#count === 0) return [];
    const { min, max } = this.#around(shape, margin);
    // The middle of the shape's bounds moves along a ray. It reaches what is as close as half their size.
    const origin = { x: min.x / 2 + max.x / 2, y: min.y / 2 + max.y / 2, z: min.z / 2 + max.z / 2 };
    const reach = { x: max.x / 2 - min.x / 2, y: max.y / 2 - min.y / 2, z: max.z / 2 - min.z / 2 };
    const isStill = tMax === 0 || (motion.x === 0 && motion.y === 0 && motion.z === 0);
    const ray = { origin, direction: isStill ? ANY_DIRECTION : motion };
    return this.#sorted((visitor) => {
      this.#visitWithin({ ray, tMin: 0, tMax: isStill ? 0 : tMax }, 0, reach, visitor);
    }, tMax);
  }

  /** Returns the bounds of everything that may count as closer to a shape than `within`. */
  #around(shape: Shape, within: number): Aabb {
    const { min, max } = boundsOfShape(shape);
    const reach = within * (1 + 2 ** -40) + this.#shapeSlack(shape);
    const low = (value: number): number => Math.max(value - reach, -Number.MAX_VALUE);
    const high = (value: number): number => Math.min(value + reach, Number.MAX_VALUE);
    return {
      min: { x: low(min.x), y: low(min.y), z: low(min.z) },
      max: { x: high(max.x), y: high(max.y), z: high(max.z) },
    };
  }

  /**
   * Returns whether the bounds of the placeholders of absent tiles are wide enough for a ray. Placeholders are widened as much
   * as the boxes in {@link scene}. Traversal also widens the ray by the margins of oriented boxes, which depend on the measure
   * of the whole scene, but by the margins of triangles only if there are triangles in memory.
   */
  placeholdersCoverRay(ray: Ray): boolean {
    return this.#measure.meshCondition === 0 || this.#isWithin(raySlack(this.#measure, ray));
  }

  /** Returns whether the bounds of the placeholders of absent tiles are wide enough for a query with a shape. */
  placeholdersCoverShape(shape: Shape): boolean {
    return this.#isWithin(this.#shapeSlack(shape));
  }

  /** Returns whether the bounds of the placeholders of absent tiles are wide enough for a query with planes. */
  placeholdersCoverPlanes(planes: readonly Plane[]): boolean {
    return planes.every(({ normal, constant }) => {
      const { x, y, z } = normal;
      const moved = this.#widening * (Math.abs(x) + Math.abs(y) + Math.abs(z));
      return isCoveredBy(moved, this.#planeSlack(normal, constant));
    });
  }

  /** Returns the absent tiles that may not be wholly behind any of the planes. */
  notBehind(planes: readonly Plane[]): number[] {
    if (this.#count === 0) return [];
    const widened: Plane[] = [];
    for (const { normal, constant } of planes) {
      const slack = this.#planeSlack(normal, constant);
      // A plane is skipped if its tests may overflow: the plane then excludes no tile.
      if (slack === Infinity) continue;
      widened.push({ normal, constant: Math.min(constant + slack, Number.MAX_VALUE) });
    }
    const { inside, crossing } = this.scene.cull(widened, { mask: ABSENT_MASK });
    return [...inside, ...crossing];
  }

  /** Returns whether the bounds of absent tiles are widened enough for tests that round by `slack`. */
  #isWithin(slack: number): boolean {
    return isCoveredBy(this.#widening, slack);
  }

  /** Returns by how much rounding may make a point's distance from a box less than the point's distance from the box's tile. */
  #slackAt(x: number, y: number, z: number): number {
    return 2 * slackFor(this.#measure, sizeOf(this.#measure, x, y, z));
  }

  #shapeSlack(shape: Shape): number {
    const { min, max } = boundsOfShape(shape);
    return Math.max(this.#slackAt(min.x, min.y, min.z), this.#slackAt(max.x, max.y, max.z));
  }

  /**
   * Returns by how much a plane must be moved so that rounding excludes no tile. The error on each axis is less than the slack
   * times the component of the plane's normal. Infinity if the tests may overflow: see bvh/margins/planeMargin.ts.
   */
  #planeSlack({ x, y, z }: Vec3, constant: number): number {
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 2 ** 800) return Infinity;
    const [sizeX, sizeY, sizeZ] = this.#measure.magnitude;
    const sum = Math.abs(x) * sizeX + Math.abs(y) * sizeY + Math.abs(z) * sizeZ + Math.abs(constant);
    return slackFor(this.#measure, sum) + Number.MIN_VALUE;
  }

  /**
   * Visits the absent tiles that a ray may hit. The tree of {@link scene} is walked with a reach that covers the slack and the
   * rounding of the tests, and each tile that it does not exclude is tested.
   *
   * @param slack by how much the bounds of tiles are widened. It depends on the ray.
   * @param reach by how much more they are widened on each axis.
   */
  #visitWithin(part: Omit<RayPart, 'isRefined'>, slack: number, reach: Vec3, visitor: RayVisitor): void {
    const { ray, tMin, tMax } = part;
    const { x, y, z } = ray.origin;
    const [sizeX, sizeY, sizeZ] = this.#measure.magnitude;
    const pads = Float64Array.of(
      slack + reach.x + 2 ** -45 * (Math.abs(x) + reach.x + sizeX),
      slack + reach.y + 2 ** -45 * (Math.abs(y) + reach.y + sizeY),
      slack + reach.z + 2 ** -45 * (Math.abs(z) + reach.z + sizeZ),
    );
    let limit = tMax;
    const tested: RayVisitor = {
      isFirstEnough: false,
      visit: (tile) => {
        const at = this.#entryOf(tile, ray, pads, tMin, limit);
        if (!Number.isNaN(at)) limit = visitor.visit(tile, at, null);
        return limit;
      },
    };
    if (pads.every((pad) => pad < WIDEST)) {
      // The walk rounds the reach to float32, and adds it to rounded numbers: the factor is more than both.
      const wide = pads.map((pad) => pad * (1 + 2 ** -20) + Number.MIN_VALUE);
      this.scene[INTERNALS].visitCloseTo(ray, tMin, tMax, wide, ABSENT_MASK, tested);
    } else {
      // Such bounds exclude next to nothing, so the walk of a tree would not be faster.
      for (const tile of this.all()) tested.visit(tile, tMin, null);
    }
  }

  /** Returns the `t` at which a ray enters the bounds of a tile, widened by `pads`. NaN if it does not between `tMin` and `tMax`. */
  #entryOf(tile: number, { origin, direction }: Ray, pads: Float64Array, tMin: number, tMax: number): number {
    const o = [origin.x, origin.y, origin.z];
    const d = [direction.x, direction.y, direction.z];
    const { bounds } = this;
    let near = tMin;
    let far = tMax;
    for (let k = 0; k < 3; k++) {
      const low = bounds[6 * tile + k] - pads[k] - o[k];
      const high = bounds[6 * tile + 3 + k] + pads[k] - o[k];
      if (d[k] === 0) {
        if (low > 0 || high < 0) return NaN;
        continue;
      }
      // An infinite bound or slack may lead to NaN. The comparisons are false for NaN, so NaN excludes no tile.
      const first = (d[k] > 0 ? low : high) / d[k];
      const last = (d[k] > 0 ? high : low) / d[k];
      if (first > near) near = first;
      if (last < far) far = last;
    }
    return near > far ? NaN : near;
  }
}
