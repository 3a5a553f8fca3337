/** The finite number that a text is, in JavaScript's notation; NaN where it is none. */
export function parseNumber(text: string): number {
  const number = Number(text);
  // The difference is NaN where the number is not finite. Number('') is 0.
  return number - number === 0 && (number !== 0 || text.trim() !== '') ? number : NaN;
}

/** Whether a number is 32 bits, signed or not. */
export function isMask(number: number): boolean {
  return number >>> 0 === number || (number | 0) === number;
}
