/** A number in [0, 1) for each point of a lattice. */
function hash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 0x9e3779b9);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Value noise in [0, 1): smooth between the points of a lattice. */
export function noise(x: number, y: number, seed: number): number {
  const [left, bottom] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - left), smooth(y - bottom)];
  const below = hash(left, bottom, seed) * (1 - u) + hash(left + 1, bottom, seed) * u;
  const above = hash(left, bottom + 1, seed) * (1 - u) + hash(left + 1, bottom + 1, seed) * u;
  return below * (1 - v) + above * v;
}

/** Noise of several octaves, in [0, 1). */
export function fractal(x: number, y: number, octaves: number, seed = 0): number {
  let sum = 0;
  for (let octave = 0; octave < octaves; octave++)
    sum += noise(x * 2 ** octave, y * 2 ** octave, seed + octave) / 2 ** (octave + 1);
  return sum;
}

const smooth = (x: number) => x * x * (3 - 2 * x);
