import type { NearestOptions, Neighbor, Vec3 } from 'slabtree';
import type { AbsentTiles, MetTile } from '../absent/absentTiles';
import { ABSENT, type InTile, type ResidentScene } from '../resident/residentScene';
import type { IsNew, Question } from './passes';

type Options = NearestOptions & { count: number; maxDistance: number };

export class NearestBoxes implements Question {
  readonly mayEndEarly: boolean;
  found: InTile<Neighbor>[] = [];
  readonly #point: Vec3;
  readonly #options: Options;
  readonly #resident: ResidentScene;
  readonly #absent: AbsentTiles;
  readonly #onFound: (neighbor: InTile<Neighbor>) => void;

  constructor(
    point: Vec3,
    options: Options,
    resident: ResidentScene,
    absent: AbsentTiles,
    onFound: (neighbor: InTile<Neighbor>) => void,
  ) {
    this.mayEndEarly = options.count < Infinity;
    this.#point = point;
    this.#options = options;
    this.#resident = resident;
    this.#absent = absent;
    this.#onFound = onFound;
  }

  settle(): boolean {
    const found = this.#resident.whole.nearest(this.#point, this.#options);
    if (found.some(({ tile }) => tile === ABSENT)) return false;
    for (const neighbor of found) this.#onFound(neighbor);
    this.found = found;
    return true;
  }

  ask(isNew: IsNew): void {
    const now = this.#resident.nearest(this.#point, this.#options);
    const fresh = isNew === null ? now : now.filter(({ tile }) => isNew(tile));
    if (fresh.length === 0) return;
    for (const neighbor of fresh) this.#onFound(neighbor);
    this.found = this.found.length === 0 ? fresh : this.found.concat(fresh).sort(inOrder);
    if (this.found.length > this.#options.count) this.found.length = this.#options.count;
  }

  missing(): MetTile[] {
    const { count, maxDistance } = this.#options;
    const limit = this.found.length < count ? maxDistance : this.found[count - 1].distance;
    return this.#absent.near(this.#point, limit);
  }
}

function inOrder(a: Neighbor, b: Neighbor): number {
  return a.distance - b.distance || a.id - b.id;
}
