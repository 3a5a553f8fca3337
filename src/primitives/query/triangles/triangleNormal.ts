import { exactCross, tamingScale } from './exactCross';

const ab = /* @__PURE__ */ new Float64Array(3);
const ac = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the normal of a triangle: the way that it faces, with any length. The thinnest triangle has one, as no component
 * has the wrong sign.
 *
 * @returns whether there is one. A triangle that is a line or a point has none.
 */
export function writeNormal(
  p: Float32Array | Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): boolean {
  writeEdge(p, a, b, ab);
  writeEdge(p, a, c, ac);
  out[0] = exactCross(ab[1], ab[2], ac[1], ac[2]);
  out[1] = exactCross(ab[2], ab[0], ac[2], ac[0]);
  out[2] = exactCross(ab[0], ab[1], ac[0], ac[1]);
  return out[0] !== 0 || out[1] !== 0 || out[2] !== 0;
}

/** Writes the way from a corner to another, scaled so that no product of two such numbers overflows. */
function writeEdge(p: Float32Array | Float64Array, from: number, to: number, out: Float64Array): void {
  let x = p[to] - p[from];
  let y = p[to + 1] - p[from + 1];
  let z = p[to + 2] - p[from + 2];
  let largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === Infinity) {
    x = p[to] / 2 - p[from] / 2;
    y = p[to + 1] / 2 - p[from + 1] / 2;
    z = p[to + 2] / 2 - p[from + 2] / 2;
    largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  }
  const scale = tamingScale(largest);
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
}
