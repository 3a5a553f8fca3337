import { Box3 } from 'three';
import type { BoxSource, Thresholds } from '../sources/boxSource';
import { copyChanged } from '../poses/copyChanged';
import type { KeptBoxes } from './keptBoxes';
import { type BoxHome, NONE, placeBox, removeBox } from './placeBox';
import type { SeenNumbers } from './seenNumbers';
import { warnNotIndexed } from './warnNotIndexed';

/** If a reach changes, the one with these does. */
const UNITS: Thresholds = { line: 1, points: 1 };

const corners: number[] = [];
const nothing = /* @__PURE__ */ new Box3();

/** Keeps the box of an object without instances. A scene may have 100,000 of them, so there is no more in it than needed. */
export class SingleBox implements KeptBoxes {
  readonly source: BoxSource;
  lastUpdate = 0;
  readonly #home: BoxHome;
  /** The world matrix and the local box that the box was placed from, from here on. */
  readonly #numbers: Float64Array;
  readonly #at: number;
  #id = NONE;
  #mask = 0;
  /** A material or a scale may change it, and nothing else. */
  #reach = 0;
  #isDirty = true;

  constructor(source: BoxSource, home: BoxHome, seen: SeenNumbers) {
    this.source = source;
    this.#home = home;
    const { numbers, at } = seen.next();
    this.#numbers = numbers;
    this.#at = at;
  }

  markDirty(): void {
    this.#isDirty = true;
  }

  update(): boolean {
    const { source } = this;
    const { elements } = source.matrixWorld;
    const bounds = this.#readBounds();
    const { mask } = source.object.layers;
    const reach = source.reach?.(UNITS) ?? 0;
    const numbers = this.#numbers;
    const at = this.#at;
    // NaN always takes the long way.
    const isSame =
      !this.#isDirty &&
      mask === this.#mask &&
      reach === this.#reach &&
      isSameMatrix(elements, numbers, at) &&
      isSameBox(bounds, numbers, at + 16);
    return !isSame && this.#change(elements, bounds, mask, reach);
  }

  pose(): void {
    try {
      this.source.pose?.(this.#home.scene);
    } catch (error) {
      this.#warn(error);
    }
  }

  remove(): void {
    this.#id = removeBox(this.#home, this.#id);
    this.#isDirty = true;
  }

  /** The local box. Empty if three.js cannot compute it: one bad object must not keep an update from the others. */
  #readBounds(): Box3 {
    try {
      return this.source.boundsAt(0);
    } catch (error) {
      this.#warn(error);
      return nothing;
    }
  }

  #warn(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    warnNotIndexed(this.source, 0, `vertices cannot be placed: ${message}`);
  }

  #change(elements: readonly number[], bounds: Box3, mask: number, reach: number): boolean {
    const hasNewMask = mask !== this.#mask;
    if (hasNewMask && this.#id !== NONE) this.#home.scene.setMask(this.#id, mask);
    this.#mask = mask;
    const hasNewReach = !Object.is(reach, this.#reach);
    this.#reach = reach;
    bounds.min.toArray(corners);
    bounds.max.toArray(corners, 3);
    const numbers = this.#numbers;
    const isMoved = copyChanged(elements, numbers, this.#at);
    const isResized = copyChanged(corners, numbers, this.#at + 16);
    if (!(this.#isDirty || isMoved || isResized)) return hasNewMask || hasNewReach;
    // While a query runs, this fails. The next update then tries again.
    this.#isDirty = true;
    this.#id = placeBox(this.#home, this.source, 0, this.#id, bounds, mask);
    this.#isDirty = false;
    return true;
  }
}

/** Written out: this takes less time than a loop. What moves most is compared first. */
function isSameMatrix(m: readonly number[], seen: Float64Array, at: number): boolean {
  return (
    m[12] === seen[at + 12] &&
    m[13] === seen[at + 13] &&
    m[14] === seen[at + 14] &&
    m[0] === seen[at] &&
    m[1] === seen[at + 1] &&
    m[2] === seen[at + 2] &&
    m[3] === seen[at + 3] &&
    m[4] === seen[at + 4] &&
    m[5] === seen[at + 5] &&
    m[6] === seen[at + 6] &&
    m[7] === seen[at + 7] &&
    m[8] === seen[at + 8] &&
    m[9] === seen[at + 9] &&
    m[10] === seen[at + 10] &&
    m[11] === seen[at + 11] &&
    m[15] === seen[at + 15]
  );
}

function isSameBox({ min, max }: Box3, seen: Float64Array, at: number): boolean {
  return (
    min.x === seen[at] &&
    min.y === seen[at + 1] &&
    min.z === seen[at + 2] &&
    max.x === seen[at + 3] &&
    max.y === seen[at + 4] &&
    max.z === seen[at + 5]
  );
}
