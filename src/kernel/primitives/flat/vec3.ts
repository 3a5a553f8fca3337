/** Functions on vectors with three components, by the operations of primitives/shapes/vec3.ts. */

export function dot(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  return ax * bx + ay * by + az * bz;
}

export function length(x: f64, y: f64, z: f64): f64 {
  const square = x * x + y * y + z * z;
  if (square > 1e-200 && square < 1e200) return sqrt(square);
  const scale: f64 = square < 1 ? 2 ** 600 : 2 ** -600;
  const u = x * scale;
  const v = y * scale;
  const w = z * scale;
  return sqrt(u * u + v * v + w * w) / scale;
}
