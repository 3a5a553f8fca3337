/** Red, green and blue, 0 to 1. They are in proportion to the light (not sRGB), so they can be added and averaged. */
export type Color = readonly [red: number, green: number, blue: number];

const NIGHT: Color = [0.0012, 0.0016, 0.004];
const GROUND: Color = [0.012, 0.025, 0.06];
const AIR: Color = [0.05, 0.14, 0.3];
/** Colors for a thousand people, ten thousand, a hundred thousand, and so on. */
const POPULATION: readonly Color[] = [
  [0.03, 0.2, 0.26],
  [0.06, 0.4, 0.42],
  [0.35, 0.62, 0.4],
  [0.95, 0.6, 0.12],
  [1, 0.25, 0.1],
];

/** @param light how directly the sun shines on the face, from 0 in the shade to 1. */
export function boxColor(population: number, light: number): Color {
  const tens = Math.log10(Math.max(population, 1)) - 3;
  const at = Math.min(Math.max(tens, 0), POPULATION.length - 1);
  const below = Math.min(Math.floor(at), POPULATION.length - 2);
  const color = mix(POPULATION[below], POPULATION[below + 1], at - below);
  return scale(color, 0.35 + 0.9 * light);
}

/** @param facing the cosine of the angle at which the ground is seen. Towards the horizon, more air lies before it. */
export function groundColor(light: number, facing: number): Color {
  return add(scale(GROUND, 0.2 + 0.8 * light), scale(AIR, (1 - facing) ** 4));
}

/** @param height the height of the air along the ray, in metres. */
export function skyColor(height: number): Color {
  return add(NIGHT, scale(AIR, Math.exp(-height / 60_000)));
}

function add(a: Color, b: Color): Color {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function scale(color: Color, by: number): Color {
  return [color[0] * by, color[1] * by, color[2] * by];
}

function mix(a: Color, b: Color, share: number): Color {
  return add(scale(a, 1 - share), scale(b, share));
}
