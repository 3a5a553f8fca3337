/**
 * Returns the cross product of two vectors in a plane, `ax·by - ay·bx`. The sign is exact, and so is a 0: if the two
 * products round to the same number, the difference of their errors decides. Exchanging the vectors gives exactly the
 * negative.
 *
 * The two products must neither overflow nor underflow: see {@link safeScale}.
 */
export function exactCross(ax: number, ay: number, bx: number, by: number): number {
  const p = ax * by;
  const q = ay * bx;
  // Rounding keeps the order of numbers: a difference of the two rounded products has the right sign unless it is 0.
  return p === q ? productError(ax, by, p) - productError(ay, bx, q) : p - q;
}

/** Returns the rounding error of a product, a·b - product, exactly (Dekker, "A Floating-Point Technique", 1971). */
export function productError(a: number, b: number, product: number): number {
  const headA = head(a);
  const headB = head(b);
  const tailA = a - headA;
  const tailB = b - headB;
  return tailA * tailB - (product - headA * headB - tailA * headB - headA * tailB);
}

/** Returns the upper half of the bits of a number's significand (Veltkamp's splitting). */
function head(value: number): number {
  const shifted = (2 ** 27 + 1) * value;
  return shifted - (shifted - value);
}

/**
 * Returns a power of two that scales numbers, given the largest, so that their products do not overflow. The products
 * and their errors do not underflow either, unless a number is less than 2^-380 times the largest.
 */
export function safeScale(largest: number): number {
  if (largest > 2 ** 500) return 2 ** -600;
  return largest < 2 ** -100 ? 2 ** 600 : 1;
}
