/** The finite number that a text is, in JavaScript's notation; NaN where it is none. */
export function parseNumber(text: string): number {
  const number = Number(text);
  // The difference is NaN where the number is not finite. Number('') is 0.
  return number - number === 0 && (number !== 0 || text.trim() !== '') ? number : NaN;
}
