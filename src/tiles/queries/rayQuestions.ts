import type { Hit, Ray, RaycastOptions } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import type { AbsentTiles, MetTile, RayPart } from '../absent/absentTiles';
import { sizeOf } from '../absent/slack';
import { isBefore } from '../resident/isBefore';
import type { InTile, ResidentScene } from '../resident/residentScene';
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
  readonly #absent: AbsentTiles;

  constructor(ray: Ray, options: Options, resident: ResidentScene, absent: AbsentTiles) {
    this.ray = ray;
    this.options = options;
    this.resident = resident;
    this.#absent = absent;
  }

  abstract ask(isNew: IsNew): void;

  /** How far along the ray something may still change the answer. NaN if nothing can. */
  protected abstract limit(): number;

  missing(): MetTile[] {
    const tMax = this.limit();
    const { tMin, refine } = this.options;
    if (!(tMax >= tMin)) return [];
    const part: RayPart = { ray: this.ray, tMin, tMax, isRefined: refine !== undefined };
    return this.#absent.mayMeet(part) ? this.#absent.along(part) : [];
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

  ask(): void {
    const hit = this.resident.raycast(this.ray, this.options);
    if (hit === null || (this.hit !== null && !isBefore(hit, this.hit))) return;
    this.hit = hit;
    this.#onBest(hit);
  }

  protected limit(): number {
    return this.hit === null ? this.options.tMax : limitOf(this.#measure, this.ray, this.options, this.hit.t);
  }
}

export class AnyHit extends RayQuestion {
  readonly mayEndEarly = true;
  isHit = false;

  ask(): void {
    this.isHit ||= this.resident.raycastAny(this.ray, this.options);
  }

  protected limit(): number {
    return this.isHit ? NaN : this.options.tMax;
  }
}

export class AllHits extends RayQuestion {
  readonly mayEndEarly = false;
  readonly hits: InTile<Hit>[] = [];
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
