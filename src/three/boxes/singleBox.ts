import { Box3 } from 'three';
import { INTERNALS } from '../../scene/internals';
import type { BoxSource, DrawnObject, Thresholds } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { NONE } from './objectsById';
import { type IndexTables, placeBox, removeBox } from './placeBox';
import { NO_ROW, type ObjectBoxes } from './objectRows';
import { warnNotIndexed } from './warnings';

/** Thresholds that detect any change of `reach` (how far outside its box an object may be hit): for these, it changes too. */
const UNITS: Thresholds = { line: 1, points: 1 };

const nothing = /* @__PURE__ */ new Box3();

/** The box of an object without instances. The class has few fields, as a scene may have 100,000 such objects. */
export class SingleBox implements ObjectBoxes {
  readonly source: BoxSource;
  row = NO_ROW;
  readonly #tables: IndexTables;
  #id = NONE;
  #mask = 0;
  /** How far outside its box the object may be hit, with the thresholds UNITS. It may change with the material or the scale. */
  #reach = 0;
  #isDirty = true;

  constructor(source: BoxSource, tables: IndexTables) {
    this.source = source;
    this.#tables = tables;
  }

  markDirty(): void {
    this.#isDirty = true;
    this.#unlink();
    this.#tables.rows.unsettle(this.row);
  }

  update(): boolean {
    const { source } = this;
    const object: DrawnObject = source.object;
    const geometry = source.drawnGeometry ?? object.geometry;
    const { rows } = this.#tables;
    if (rows.hasNewTriangles(this.row, geometry, object)) {
      this.#unlink();
      if (source.reach === undefined && !hasRaycastOfThree(source.object)) rows.hasOwnRaycasts = true;
    }
    const { elements } = source.matrixWorld;
    const bounds = this.#readBounds();
    const { mask } = source.object.layers;
    const reach = source.reach?.(UNITS) ?? 0;
    // A world matrix or a `reach` with NaN counts as a change at every update, as NaN equals no number.
    const isSame =
      !this.#isDirty && mask === this.#mask && reach === this.#reach && rows.isSame(this.row, elements, bounds);
    return !isSame && this.#change(elements, bounds, mask, reach);
  }

  pose(): void {
    this.#tables.rows.unsettle(this.row);
    try {
      this.source.pose?.(this.#tables.scene);
    } catch (error) {
      this.#warn(error);
    }
  }

  remove(): void {
    this.#id = removeBox(this.#tables, this.#id);
  }

  #unlink(): void {
    if (this.#id !== NONE) this.#tables.scene[INTERNALS].unlink(this.#id);
  }

  /** Returns the local box; an empty box if three.js throws: one bad object must not stop the update of the others. */
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
    if (hasNewMask && this.#id !== NONE) this.#tables.scene.setMask(this.#id, mask);
    this.#mask = mask;
    const hasNewReach = !Object.is(reach, this.#reach);
    this.#reach = reach;
    const { rows } = this.#tables;
    const isPlaced = rows.store(this.row, elements, bounds) || this.#isDirty;
    if (isPlaced) {
      // placeBox throws if a query is running. The box is therefore marked before the call, and the next update places it again.
      this.markDirty();
      this.#id = placeBox(this.#tables, this.source, 0, this.#id, bounds, mask);
      this.#isDirty = false;
    }
    if (this.source.isGeometryBox === true) rows.settle(this.row, mask, this.#id);
    return isPlaced || hasNewMask || hasNewReach;
  }
}
