/** How many words a stripe of the checksum has. Each word belongs to a lane, and lanes are summed up independently. */
const LANES = 16;
/** The length in bytes of a stripe, the unit in which a checksum reads a file. */
export const STRIPE_BYTES = LANES * 4;
/** How many bytes are copied at a time, and summed up while they are in the cache. */
export const PIECE_BYTES = 1 << 20;

const PRIME = 0x9e3779b1;

/**
 * A 32-bit checksum of a file in stripes of 64 bytes.
 *
 * Every word changes the state of its lane, and every lane changes the sum, by bijections. So a change of a single word
 * is always detected, and other changes almost always. Lanes are independent, so a processor computes them in parallel:
 * see docs/format.md.
 */
export class Checksum {
  readonly #lanes = Int32Array.from({ length: LANES }, (_, lane) => Math.imul(lane + 1, PRIME));

  /** Adds words to the checksum, which must be whole stripes of 64 bytes. */
  add(words: Int32Array): void {
    const lanes = this.#lanes;
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = lanes;
    for (let at = 0; at < words.length; at += LANES) {
      a = Math.imul(a ^ words[at], PRIME);
      b = Math.imul(b ^ words[at + 1], PRIME);
      c = Math.imul(c ^ words[at + 2], PRIME);
      d = Math.imul(d ^ words[at + 3], PRIME);
      e = Math.imul(e ^ words[at + 4], PRIME);
      f = Math.imul(f ^ words[at + 5], PRIME);
      g = Math.imul(g ^ words[at + 6], PRIME);
      h = Math.imul(h ^ words[at + 7], PRIME);
      i = Math.imul(i ^ words[at + 8], PRIME);
      j = Math.imul(j ^ words[at + 9], PRIME);
      k = Math.imul(k ^ words[at + 10], PRIME);
      l = Math.imul(l ^ words[at + 11], PRIME);
      m = Math.imul(m ^ words[at + 12], PRIME);
      n = Math.imul(n ^ words[at + 13], PRIME);
      o = Math.imul(o ^ words[at + 14], PRIME);
      p = Math.imul(p ^ words[at + 15], PRIME);
      a = (a << 13) | (a >>> 19);
      b = (b << 13) | (b >>> 19);
      c = (c << 13) | (c >>> 19);
      d = (d << 13) | (d >>> 19);
      e = (e << 13) | (e >>> 19);
      f = (f << 13) | (f >>> 19);
      g = (g << 13) | (g >>> 19);
      h = (h << 13) | (h >>> 19);
      i = (i << 13) | (i >>> 19);
      j = (j << 13) | (j >>> 19);
      k = (k << 13) | (k >>> 19);
      l = (l << 13) | (l >>> 19);
      m = (m << 13) | (m >>> 19);
      n = (n << 13) | (n >>> 19);
      o = (o << 13) | (o >>> 19);
      p = (p << 13) | (p >>> 19);
    }
    lanes.set([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]);
  }

  /** The checksum of all words of a file that have been added. */
  get sum(): number {
    let sum = 0;
    for (const lane of this.#lanes) {
      sum = Math.imul(sum ^ lane, PRIME);
      sum = (sum << 13) | (sum >>> 19);
    }
    return sum >>> 0;
  }
}

/** Returns the checksum of an array of words, which must be whole stripes of 64 bytes. */
export function checksumOf(words: Int32Array): number {
  const checksum = new Checksum();
  checksum.add(words);
  return checksum.sum;
}
