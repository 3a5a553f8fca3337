import type { Vec3 } from 'slabtree';

/** A point or a direction in the tests. */
export type Triple = readonly [x: number, y: number, z: number];

export function vec([x, y, z]: Triple): Vec3 {
  return { x, y, z };
}

export function triple({ x, y, z }: Vec3): Triple {
  return [x, y, z];
}

/** A triple computed axis by axis. */
export function each(compute: (axis: 0 | 1 | 2) => number): Triple {
  return [compute(0), compute(1), compute(2)];
}
