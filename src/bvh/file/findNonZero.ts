/** The index of the first byte that is not 0, from `from` to `end`. -1 if all are. */
export function findNonZero(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] !== 0) return i;
  return -1;
}
