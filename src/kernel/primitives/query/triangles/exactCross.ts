/**
 * Returns the cross product of two vectors in a plane, with its exact sign, by the operations of
 * primitives/query/triangles/exactCross.ts.
 */
export function exactCross(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const p = ax * by;
  const q = ay * bx;
  return p == q ? productError(ax, by, p) - productError(ay, bx, q) : p - q;
}

function productError(a: f64, b: f64, product: f64): f64 {
  const headA = head(a);
  const headB = head(b);
  const tailA = a - headA;
  const tailB = b - headB;
  return tailA * tailB - (product - headA * headB - tailA * headB - headA * tailB);
}

function head(value: f64): f64 {
  const shifted = (2 ** 27 + 1) * value;
  return shifted - (shifted - value);
}

export function safeScale(largest: f64): f64 {
  if (largest > 2 ** 500) return 2 ** -600;
  return largest < 2 ** -100 ? 2 ** 600 : 1;
}
