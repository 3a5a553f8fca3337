/** What a host says it has sent: the first and the last byte, and the bytes of the whole file. Null where it does not say. */
export interface ContentRange {
  first: number;
  last: number;
  total: number | null;
}

/** Reads a Content-Range as RFC 9110 defines it. Null if it is not one of bytes. */
export function readContentRange(text: string): ContentRange | null {
  const found = /^\s*bytes\s+(\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)\s*$/i.exec(text);
  if (found === null) return null;
  const [, first, last, total] = found;
  return { first: Number(first), last: Number(last), total: total === '*' ? null : Number(total) };
}
