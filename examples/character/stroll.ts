import type { Vec3 } from 'slabtree';
import type { Follow } from './follow';

/** Around the slopes, over the turning platform, and up the first slope: x and z, in metres. */
const PLACES: readonly (readonly [x: number, z: number])[] = [
  [19.5, 30],
  [19.5, 19],
  [16, 14],
  [10, 16],
  [4, 18.5],
  [4, 30],
  [10, 36],
];
/** A place is reached within so many metres, or given up after so many seconds. */
const NEAR = 0.8;
const PATIENCE = 12;
/** How fast it turns, in radians a second. */
const TURN = 1.6;

/** A walk around the yard, again and again. */
export class Stroll {
  #next = 0;
  #seconds = 0;

  /** Looks towards the next place. Whoever walks forward then gets there. */
  lead(follow: Follow, { x, z }: Vec3, seconds: number): void {
    const [toX, toZ] = PLACES[this.#next];
    this.#seconds += seconds;
    if (Math.hypot(toX - x, toZ - z) < NEAR || this.#seconds > PATIENCE) {
      this.#next = (this.#next + 1) % PLACES.length;
      this.#seconds = 0;
      return;
    }
    const off = Math.atan2(x - toX, z - toZ) - follow.yaw;
    // The shorter way round.
    const shorter = Math.atan2(Math.sin(off), Math.cos(off));
    const most = TURN * seconds;
    follow.turn(Math.min(Math.max(shorter, -most), most), 0);
  }
}
