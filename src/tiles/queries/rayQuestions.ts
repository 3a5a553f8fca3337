import type { Hit, Ray, RaycastOptions } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import type { AbsentTiles, MetTile, RayPart } from '../absent/absentTiles';
import { sizeOf } from '../absent/slack';
import { isBefore } from '../resident/isBefore';
import { ABSENT, type InTile, type ResidentScene } from '../resident/residentScene';
import type { IsNew, Question } from './passes';

/** A `refine` may be earlier than its box by this much of the sizes involved: see bvh/query/raySelection.ts. Twice that. */
const GRACE = 2 ** -19;

type Options = RaycastOptions & { tMin: number; tMax: number };

/** How far along a ray something may still be nearer than a hit at `t`. */
export function limitOf(measure: SceneMeasure, { origin, direction }: Ray, options: Options, t: number): number {
  if (t > options.tMax) return options.tMax;
  // At -Infinity only a smaller id counts: nothing is earlier, and a sum with the grace would be NaN.
  if (options.refine === undefined || t === -Infinity) return t;
  const size = sizeOf(measure, origin.x, origin.y, origin.z);
  const speed = Math.max(Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z));
  return Math.min(t + GRACE * (size / speed + Math.abs(t)), options.tMax);
}

/** What the questions of a single ray have in common. */
abstract class RayQuestion implements Question {
  abstract readonly mayEndEarly: boolean;
  protected readonly ray: Ray;
  protected readonly options: Options;
  protected readonly resident: ResidentScene;
  /** Where the ray first meets an absent tile that a `refine` may find something in. */
  protected leastAbsent = Infinity;
  readonly #absent: AbsentTiles;

  constructor(ray: Ray, options: Options, resident: ResidentScene, absent: AbsentTiles) {
    this.ray = ray;
    this.options = options;
    this.resident = resident;
    this.#absent = absent;
  }

  settle(): boolean {
    return this.#absent.isSureOfRay(this.ray) && this.settleOne();
  }

  /** {@link settle} for a ray that meets every absent tile in which there may be something on it. */
  protected abstract settleOne(): boolean;

  abstract ask(isNew: IsNew): void;

  /** The options for a question that meets absent tiles. A refined hit may be earlier than its box, so a `refine` notes them. */
  protected get noting(): Options {
    const { refine } = this.options;
    if (refine === undefined) return this.options;
    return {
      ...this.options,
      refine: (id, t) => {
        if (id !== ABSENT) return refine(id, t);
        this.leastAbsent = Math.min(this.leastAbsent, t);
        return null;
      },
    };
  }

  /** How far along the ray something may still change the answer. NaN if nothing can. */
  protected abstract limit(): number;

  missing(): MetTile[] {
    const tMax = this.limit();
    const { tMin, refine } = this.options;
    if (!(tMax >= tMin)) return [];
    const part: RayPart = { ray: this.ray, tMin, tMax, isRefined: refine !== undefined };
    return this.#absent.along(part);
  }
}

export class ClosestHit extends RayQuestion {
  readonly mayEndEarly = true;
  hit: InTile<Hit> | null = null;
  readonly #measure: SceneMeasure;
  readonly #onBest: (hit: InTile<Hit>) => void;

  /** @param onBest called for each hit that is the closest so far, while its tile is in memory. */
  constructor(
    ray: Ray,
    options: Options,
    resident: ResidentScene,
    absent: AbsentTiles,
    measure: SceneMeasure,
    onBest: (hit: InTile<Hit>) => void,
  ) {
    super(ray, options, resident, absent);
    this.#measure = measure;
    this.#onBest = onBest;
  }

  protected settleOne(): boolean {
    const hit = this.resident.whole.raycast(this.ray, this.noting);
    if (hit === null) return this.leastAbsent === Infinity;
    if (hit.tile === ABSENT || this.leastAbsent <= this.#limitOf(hit)) return false;
    this.hit = hit;
    this.#onBest(hit);
    return true;
  }

  ask(): void {
    const hit = this.resident.raycast(this.ray, this.options);
    if (hit === null || (this.hit !== null && !isBefore(hit, this.hit))) return;
    this.hit = hit;
    this.#onBest(hit);
  }

  protected limit(): number {
    return this.#limitOf(this.hit);
  }

  #limitOf(hit: Hit | null): number {
    return hit === null ? this.options.tMax : limitOf(this.#measure, this.ray, this.options, hit.t);
  }
}

export class AnyHit extends RayQuestion {
  readonly mayEndEarly = true;
  isHit = false;

  protected settleOne(): boolean {
    const tile = this.resident.whole.anyTileAlong(this.ray, this.noting);
    if (tile === ABSENT || (tile === null && this.leastAbsent < Infinity)) return false;
    this.isHit = tile !== null;
    return true;
  }

  ask(): void {
    this.isHit ||= this.resident.anyTileAlong(this.ray, this.options) !== null;
  }

  protected limit(): number {
    return this.isHit ? NaN : this.options.tMax;
  }
}

export class AllHits extends RayQuestion {
  readonly mayEndEarly = false;
  hits: InTile<Hit>[] = [];
  readonly #onHit: (hit: InTile<Hit>) => void;

  constructor(
    ray: Ray,
    options: Options,
    resident: ResidentScene,
    absent: AbsentTiles,
    onHit: (hit: InTile<Hit>) => void,
  ) {
    super(ray, options, resident, absent);
    this.#onHit = onHit;
  }

  protected settleOne(): boolean {
    const hits = this.resident.whole.raycastAll(this.ray, this.noting);
    if (this.leastAbsent < Infinity || hits.some(({ tile }) => tile === ABSENT)) return false;
    for (const hit of hits) this.#onHit(hit);
    this.hits = hits;
    return true;
  }

  ask(isNew: IsNew): void {
    for (const hit of this.resident.raycastAll(this.ray, this.options)) {
      if (isNew !== null && !isNew(hit.tile)) continue;
      this.#onHit(hit);
      this.hits.push(hit);
    }
  }

  /** All hits, in order. */
  inOrder(): InTile<Hit>[] {
    return this.hits.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  protected limit(): number {
    return this.options.tMax;
  }
}
