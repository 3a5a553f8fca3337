import type { Neighbor, Shape } from 'slabtree';
import type { NearestSelection } from '../../bvh/query/nearest';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { AbsentTiles } from '../absent/absentTiles';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';

export class NearestQuery implements PassQuery {
  readonly mayEndEarly: boolean;
  found: InTile<Neighbor>[] = [];
  readonly #shape: Shape;
  readonly #selection: NearestSelection;
  readonly #resident: ResidentTiles;
  readonly #absent: AbsentTiles;
  readonly #onFound: (neighbor: InTile<Neighbor>) => void;

  /** @param onFound called for each box that may be one of the nearest boxes, while the tile of the box is in memory. */
  constructor(
    shape: Shape,
    selection: NearestSelection,
    resident: ResidentTiles,
    absent: AbsentTiles,
    onFound: (neighbor: InTile<Neighbor>) => void,
  ) {
    this.mayEndEarly = selection.count < Infinity;
    this.#shape = shape;
    this.#selection = selection;
    this.#resident = resident;
    this.#absent = absent;
    this.#onFound = onFound;
  }

  answerAtOnce(): boolean {
    const found = this.#resident.withPlaceholders.nearest(this.#shape, this.#selection);
    if (found.some(({ tile }) => tile === PLACEHOLDER)) return false;
    for (const neighbor of found) this.#onFound(neighbor);
    this.found = found;
    return true;
  }

  runPass(isNew: IsNew): void {
    const found = this.#resident.loaded.nearest(this.#shape, this.#selection);
    const fresh = isNew === null ? found : found.filter(({ tile }) => isNew(tile));
    if (fresh.length === 0) return;
    for (const neighbor of fresh) this.#onFound(neighbor);
    this.found = this.found.length === 0 ? fresh : this.found.concat(fresh).sort(inOrder);
    if (this.found.length > this.#selection.count) this.found.length = this.#selection.count;
  }

  missingTiles(): number[] {
    const { count, maxDistance } = this.#selection;
    const limit = this.found.length < count ? maxDistance : this.found[count - 1].distance;
    return this.#absent.near(this.#shape, limit);
  }
}

function inOrder(a: Neighbor, b: Neighbor): number {
  return a.distance - b.distance || a.id - b.id;
}
