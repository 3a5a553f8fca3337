/** A power of two, by exact products. The language lets each engine choose the last bits of `**`. */
export function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let i = 0; i < Math.abs(exponent); i++) power *= exponent < 0 ? 0.5 : 2;
  return power;
}
