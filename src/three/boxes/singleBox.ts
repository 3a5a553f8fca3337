import { Box3 } from 'three';
import type { BoxSource, Thresholds } from '../sources/boxSource';
import type { KeptBoxes } from './keptBoxes';
import { NONE } from './owners';
import { type BoxHome, placeBox, removeBox } from './placeBox';
import { NO_ROW } from './objectRows';
import { warnNotIndexed } from './warnNotIndexed';

/** If a reach changes, the one with these does. */
const UNITS: Thresholds = { line: 1, points: 1 };

const nothing = /* @__PURE__ */ new Box3();

/** Keeps the box of an object without instances. A scene may have 100,000 of them, so there is no more in it than needed. */
export class SingleBox implements KeptBoxes {
  readonly source: BoxSource;
  row = NO_ROW;
  readonly #home: BoxHome;
  #id = NONE;
  #mask = 0;
  /** A material or a scale may change it, and nothing else. */
  #reach = 0;
  #isDirty = true;

  constructor(source: BoxSource, home: BoxHome) {
    this.source = source;
    this.#home = home;
  }

  markDirty(): void {
    this.#isDirty = true;
    this.#home.rows.unsettle(this.row);
  }

  update(): boolean {
    const { source } = this;
    const { elements } = source.matrixWorld;
    const bounds = this.#readBounds();
    const { mask } = source.object.layers;
    const reach = source.reach?.(UNITS) ?? 0;
    // NaN always takes the long way.
    const isSame =
      !this.#isDirty &&
      mask === this.#mask &&
      reach === this.#reach &&
      this.#home.rows.isSame(this.row, elements, bounds);
    return !isSame && this.#change(elements, bounds, mask, reach);
  }

  pose(): void {
    this.#home.rows.unsettle(this.row);
    try {
      this.source.pose?.(this.#home.scene);
    } catch (error) {
      this.#warn(error);
    }
  }

  remove(): void {
    this.#id = removeBox(this.#home, this.#id);
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
    const { rows } = this.#home;
    const isPlaced = rows.keep(this.row, elements, bounds) || this.#isDirty;
    if (isPlaced) {
      // While a query runs, this fails. The next update then tries again.
      this.markDirty();
      this.#id = placeBox(this.#home, this.source, 0, this.#id, bounds, mask);
      this.#isDirty = false;
    }
    if (this.source.isGeometryBox === true) rows.settle(this.row, mask, this.#id);
    return isPlaced || hasNewMask || hasNewReach;
  }
}
