import type { Index, Numbers } from './numbers';

/** How a shape moves, as flat numbers: see MotionOptions in query/sweep.ts. */
export class Motion {
  /** The whole motion x y z. */
  readonly way: Numbers = new Float64Array(3);
  tMax: number = NaN;
  margin: number = NaN;
  ignoresStart: boolean = false;
  /** The side of triangles that can be hit: 1 for the front, -1 for the back, 0 for both. */
  side: Index = 0;
}

/** Returns how fast a motion goes against the normal of a contact: see SweptPair. */
export function approach(way: Numbers, contact: Numbers): number {
  return -(way[0] * contact[3] + way[1] * contact[4] + way[2] * contact[5]);
}
