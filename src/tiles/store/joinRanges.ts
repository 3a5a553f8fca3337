/** A part of a file. */
export interface Range {
  readonly offset: number;
  readonly bytes: number;
}

/** Ranges this near each other are read at once, and what is between them in vain: a request takes as long as that. */
const GAP = 2 ** 15;
/** Ranges are joined up to this size: larger ones would delay their first tile, and cost more when they fail. */
const MOST_BYTES = 2 ** 21;

/** Puts ranges that are neighbours in the file together. */
export function joinRanges<Part extends Range>(parts: Iterable<Part>): Part[][] {
  const groups: Part[][] = [];
  let group: Part[] = [];
  let [begin, end] = [0, -Infinity];
  for (const part of [...parts].sort((a, b) => a.offset - b.offset)) {
    const partEnd = part.offset + part.bytes;
    if (part.offset - end <= GAP && partEnd - begin <= MOST_BYTES) {
      group.push(part);
    } else {
      groups.push((group = [part]));
      begin = part.offset;
    }
    end = partEnd;
  }
  return groups;
}
