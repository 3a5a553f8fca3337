/** A power of two by products that are exact: the language leaves the last bits of `**` to each engine. */
export function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let i = 0; i < Math.abs(exponent); i++) power *= exponent < 0 ? 0.5 : 2;
  return power;
}
