/** Whether a number is 32 bits, signed or not. */
export function isMask(number: number): boolean {
  return number >>> 0 === number || (number | 0) === number;
}
