/** Returns the number that a text has in JavaScript's syntax. NaN if the text is anything else than a finite number. */
export function parseNumber(text: string): number {
  const number = Number(text);
  // `number - number` is NaN unless the number is finite. An empty text is tested as well, as Number('') is 0.
  return number - number === 0 && (number !== 0 || text.trim() !== '') ? number : NaN;
}

/** Whether a number can be the bit mask of a box: an integer that fits in 32 bits, signed or unsigned. */
export function isMask(number: number): boolean {
  return number >>> 0 === number || (number | 0) === number;
}
