import type { Plane, Vec3 } from 'slabtree';
import { COLUMNS, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { INTERNALS } from '../../scene/internals';
import { maskFor } from '../boxes/masks';
import type { IndexTables } from '../boxes/meshEntry';
import type { Spread } from '../boxes/spread';
import type { PickSearch } from './pickSearch';

/**
 * Boxes are visited somewhat beyond the closest hit, as Babylon.js computes its distance in float32, in the local space of the mesh.
 * Two parts make up for this. The first is relative to the distance.
 */
const FARTHER = 2 ** -10;
/**
 * The second is relative to the coordinates of the camera and of the meshes: their rounding moves the origin of a local ray. 2^-16 is
 * 256 times the relative rounding error of float32.
 */
const FARTHER_FROM_ORIGIN = 2 ** -16;

/** A box, and a distance from the camera: no hit in the box is closer. */
interface Candidate {
  readonly id: number;
  readonly from: number;
}

/** Visits the boxes between the planes of a pointer, nearest first, and tests their meshes, up to the closest hit. */
export class PointerWalk {
  readonly #tables: IndexTables;
  readonly #search: PickSearch;
  readonly #planes: Plane[];

  constructor(tables: IndexTables, search: PickSearch, planes: Plane[]) {
    this.#tables = tables;
    this.#search = search;
    this.#planes = planes;
  }

  /**
   * Visits the boxes.
   *
   * @param origin where the ray begins.
   * @param spread where the boxes are, and how far their matrices spread rounding.
   * @param takesAll whether a predicate decides about all meshes, pickable or not.
   */
  walk(origin: Vec3, spread: Spread, takesAll: boolean): void {
    const { entries } = this.#tables;
    const search = this.#search;
    for (const { id } of this.#candidates(maskFor(false, takesAll), null)) search.testBox(id, entries);
    const size = Math.abs(origin.x) + Math.abs(origin.y) + Math.abs(origin.z) + spread.reach;
    const slack = FARTHER_FROM_ORIGIN * Math.max(1, spread.largest) * size;
    const candidates = this.#candidates(maskFor(true, takesAll), origin);
    candidates.sort((a, b) => a.from - b.from);
    for (const { id, from } of candidates) {
      if (from > search.limit * (1 + FARTHER) + slack) break;
      search.testBox(id, entries);
    }
  }

  /** @param origin null if the distances do not matter. */
  #candidates(mask: number, origin: Vec3 | null): Candidate[] {
    const found: Candidate[] = [];
    const add = (id: number) => {
      found.push({ id, from: origin === null ? 0 : this.#distanceTo(id, origin) });
    };
    const { inside, crossing } = this.#tables.scene.cull(this.#planes, { mask });
    inside.forEach(add);
    crossing.forEach(add);
    return found;
  }

  /** Returns the distance to the sphere around a box, or 0 inside of it. */
  #distanceTo(id: number, { x, y, z }: Vec3): number {
    const { boxes } = this.#tables.scene[INTERNALS];
    const { data } = boxes.obbs;
    const at = boxes.obbRecord(id) * OBB_STRIDE;
    let fromX = data[at + TRANSLATION] - x;
    let fromY = data[at + TRANSLATION + 1] - y;
    let fromZ = data[at + TRANSLATION + 2] - z;
    let radius = 0;
    for (let axis = 0; axis < 3; axis++) {
      const column = at + COLUMNS + 3 * axis;
      const middle = (data[at + axis] + data[at + axis + 3]) / 2;
      const half = (data[at + axis + 3] - data[at + axis]) / 2;
      const alongX = data[column];
      const alongY = data[column + 1];
      const alongZ = data[column + 2];
      fromX += middle * alongX;
      fromY += middle * alongY;
      fromZ += middle * alongZ;
      radius += half * Math.sqrt(alongX * alongX + alongY * alongY + alongZ * alongZ);
    }
    return Math.max(0, Math.sqrt(fromX * fromX + fromY * fromY + fromZ * fromZ) - radius);
  }
}
