import type { NearestOptions, Neighbor, Shape } from 'slabtree';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { AbsentTiles } from '../absent/absentTiles';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';

type Options = NearestOptions & { count: number; maxDistance: number };

export class NearestQuery implements PassQuery {
  readonly mayEndEarly: boolean;
  found: InTile<Neighbor>[] = [];
  readonly #shape: Shape;
  readonly #options: Options;
  readonly #resident: ResidentTiles;
  readonly #absent: AbsentTiles;
  readonly #onFound: (neighbor: InTile<Neighbor>) => void;

  /** @param onFound called for each box that may be one of the nearest boxes, while the tile of the box is in memory. */
  constructor(
    shape: Shape,
    options: Options,
    resident: ResidentTiles,
    absent: AbsentTiles,
    onFound: (neighbor: InTile<Neighbor>) => void,
  ) {
    this.mayEndEarly = options.count < Infinity;
    this.#shape = shape;
    this.#options = options;
    this.#resident = resident;
    this.#absent = absent;
    this.#onFound = onFound;
  }

  answerAtOnce(): boolean {
    const found = this.#resident.withPlaceholders.nearest(this.#shape, this.#options);
    if (found.some(({ tile }) => tile === PLACEHOLDER)) return false;
    for (const neighbor of found) this.#onFound(neighbor);
    this.found = found;
    return true;
  }

  runPass(isNew: IsNew): void {
    const found = this.#resident.loaded.nearest(this.#shape, this.#options);
    const fresh = isNew === null ? found : found.filter(({ tile }) => isNew(tile));
    if (fresh.length === 0) return;
    for (const neighbor of fresh) this.#onFound(neighbor);
    this.found = this.found.length === 0 ? fresh : this.found.concat(fresh).sort(inOrder);
    if (this.found.length > this.#options.count) this.found.length = this.#options.count;
  }

  missingTiles(): number[] {
    const { count, maxDistance } = this.#options;
    const limit = this.found.length < count ? maxDistance : this.found[count - 1].distance;
    return this.#absent.near(this.#shape, limit);
  }
}

function inOrder(a: Neighbor, b: Neighbor): number {
  return a.distance - b.distance || a.id - b.id;
}
