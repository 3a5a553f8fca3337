/** Numbers in [0, 1) from a seed (mulberry32), so that every run and every contender gets the same scene. */
export function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Triple = [number, number, number];

export function randomDirection(random: () => number): Triple {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const radius = Math.sqrt(1 - z * z);
  return [radius * Math.cos(angle), radius * Math.sin(angle), z];
}
