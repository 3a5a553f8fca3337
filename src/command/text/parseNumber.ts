/** Returns the finite number that a text has in JavaScript's syntax. NaN if the text is anything else. */
export function parseNumber(text: string): number {
  const number = Number(text);
  // The difference is NaN unless the number is finite. Number('') is 0.
  return number - number === 0 && (number !== 0 || text.trim() !== '') ? number : NaN;
}

/** Whether a number fits in 32 bits, signed or unsigned. */
export function isMask(number: number): boolean {
  return number >>> 0 === number || (number | 0) === number;
}
