/**
 * Writes words as bytes: the lowest byte of each word, then the next one of each, and so on, for one column of words after
 * another. Numbers that are alike become much smaller by deflate then.
 *
 * @param words `rows` words of the first column, then those of the second, and so on.
 */
export function splitBytes(words: Uint32Array, rows: number): Uint8Array<ArrayBuffer> {
  const planes = new Uint8Array(4 * words.length);
  for (let first = 0, at = 0; first < words.length; first += rows) {
    for (let shift = 0; shift < 32; shift += 8) {
      for (let i = first; i < first + rows; i++) planes[at++] = words[i] >>> shift;
    }
  }
  return planes;
}

/** The words again. */
export function joinBytes(planes: Uint8Array, rows: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(planes.length / 4);
  for (let first = 0, at = 0; first < words.length; first += rows) {
    for (let shift = 0; shift < 32; shift += 8) {
      for (let i = first; i < first + rows; i++) words[i] |= planes[at++] << shift;
    }
  }
  return words;
}
