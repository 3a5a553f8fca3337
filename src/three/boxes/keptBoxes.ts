import type { BoxSource } from '../sources/boxSource';

/** The boxes of one object, kept where the object is. */
export interface KeptBoxes {
  readonly source: BoxSource;
  /** The row of the object in `ObjectRows`. */
  row: number;
  /** Makes the next update place an instance again, or all of them. */
  markDirty(instance?: number): void;
  /**
   * Brings the boxes to where the object is. Its world matrix must be up to date. Returns whether the object as a whole has
   * changed; a changed instance does not count.
   */
  update(): boolean;
  /** Poses an object without instances. The next update brings the box to where its vertices are then. */
  pose?(): void;
  /** Removes all boxes from the scene. Nothing may be called after that. */
  remove(): void;
}
