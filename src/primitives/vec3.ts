/** A point or a direction. Structural: `THREE.Vector3` and literals go in as they are. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

export function vec3(x: number, y: number, z: number): Vec3 {
  return { x, y, z };
}

/** `ax·bx + ay·by + az·bz`, summed from left to right: the order every exact answer in this package rests on. */
export function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return ax * bx + ay * by + az * bz;
}

/** A vector of length 1 along (x, y, z), which must not be zero; components of any finite size. */
export function normalize(x: number, y: number, z: number): Vec3 {
  // Dividing by the largest component first keeps the squares from overflowing or vanishing.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  const length = Math.sqrt(u * u + v * v + w * w);
  return { x: u / length, y: v / length, z: w / length };
}
