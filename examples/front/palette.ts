/** Red, green and blue in sRGB, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** The colors of the picture. */
export interface Palette {
  readonly background: Rgb;
  readonly wall: Rgb;
  readonly ground: Rgb;
  readonly water: Rgb;
  readonly tree: Rgb;
  readonly car: Rgb;
  readonly swarm: Rgb;
  /** Lit windows, street lamps and masts, which need no lamp. */
  readonly glow: Rgb;
  readonly lamp: Rgb;
  /** How bright faces across x, y and z are without the lamp. */
  readonly faces: Rgb;
  /** What is added near the ground: the light of streets at night, the dark between houses at day. */
  readonly low: Rgb;
  /** From 0, where the lamp adds its light, to 1, where it paints with its color: there is no brighter white. */
  readonly paint: number;
}

export const NIGHT: Palette = {
  background: [0.027, 0.039, 0.071],
  wall: [0.16, 0.22, 0.39],
  ground: [0.09, 0.115, 0.2],
  water: [0.03, 0.085, 0.19],
  tree: [0.07, 0.23, 0.22],
  car: [0.2, 0.22, 0.33],
  swarm: [0.25, 0.95, 0.8],
  glow: [1, 0.78, 0.42],
  lamp: [1, 0.58, 0.2],
  faces: [0.5, 0.92, 0.7],
  low: [0.2, 0.12, 0.05],
  paint: 0,
};

export const DAY: Palette = {
  background: [0.933, 0.945, 0.961],
  wall: [0.85, 0.875, 0.915],
  ground: [0.72, 0.755, 0.81],
  water: [0.55, 0.72, 0.88],
  tree: [0.5, 0.74, 0.62],
  car: [0.6, 0.65, 0.74],
  swarm: [0.1, 0.3, 0.85],
  glow: [0.5, 0.6, 0.75],
  lamp: [1, 0.42, 0.1],
  faces: [0.76, 1, 0.87],
  low: [-0.16, -0.14, -0.1],
  paint: 0.85,
};
