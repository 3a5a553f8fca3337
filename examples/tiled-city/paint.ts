import { Color } from 'three';
import type { Kind } from './city/kinds';

/** The color of each kind by day, and how much boxes of the kind differ, as a share of their lightness. */
const COLORS: Record<Kind, readonly [color: string, spread: number]> = {
  street: ['#5b6068', 0.02],
  'road marking': ['#f2f2ee', 0],
  pavement: ['#a9abad', 0.05],
  lawn: ['#7fae5c', 0.15],
  path: ['#cdbf9f', 0.05],
  pond: ['#4d90c4', 0],
  'lamp post': ['#4c5258', 0],
  lamp: ['#fdf6dd', 0],
  'traffic light': ['#33383d', 0],
  car: ['#c9ced4', 0],
  'roof of a car': ['#c9ced4', 0],
  'wheels of a car': ['#22262a', 0],
  bench: ['#8a623c', 0.1],
  'tree trunk': ['#6f5138', 0.2],
  'tree top': ['#4f8a3d', 0.3],
  bush: ['#5e9647', 0.25],
  fence: ['#b99b74', 0.2],
  'concrete wall': ['#b7b4ae', 0.12],
  'brick wall': ['#a8583f', 0.25],
  'plastered wall': ['#dcc9a3', 0.2],
  'glass wall': ['#51738f', 0.2],
  'floor of a tower': ['#d9dcdf', 0.03],
  cornice: ['#d8d2c4', 0.05],
  roof: ['#6d7178', 0.15],
  'tiled roof': ['#9c4a35', 0.12],
  chimney: ['#8b4b3a', 0.1],
  'roof hut': ['#8f959c', 0.1],
  mast: ['#c43d33', 0],
  door: ['#6b4527', 0.3],
  window: ['#86abc8', 0.15],
  balcony: ['#cfcac0', 0.05],
  railing: ['#7f8890', 0.05],
};

const CARS = ['#c23b32', '#2f5fa8', '#d9dde1', '#2b2e33', '#8d949b', '#e0b13a', '#3f7d58'].map((hex) => new Color(hex));

/** By night. They shine: they are brighter than white, because there is little light. */
const LIT_WINDOWS = ['#ffc35e', '#ffd996', '#ffb04a', '#d6e6ff'].map((hex) => new Color(hex).multiplyScalar(6));
const LIT_LAMP = new Color('#ffe6b0').multiplyScalar(9);
const DARK_WINDOW = new Color('#27323d');
/** The share of windows with light. */
const LIT = 0.3;

const base = new Map(Object.entries(COLORS).map(([kind, [color]]) => [kind, new Color(color)]));
const white = new Color('white');

/** Sets the color of a box. It depends on the id, so that not all walls and trees look the same. */
export function paint(color: Color, kind: Kind, id: number, isNight: boolean): Color {
  const random = randomOf(id);
  if (isNight && kind === 'lamp') return color.copy(LIT_LAMP);
  if (isNight && kind === 'window') return color.copy(random < LIT ? pickFrom(LIT_WINDOWS, random / LIT) : DARK_WINDOW);
  if (kind === 'car') return color.copy(pickFrom(CARS, random));
  // It comes right after its car.
  if (kind === 'roof of a car') return color.copy(pickFrom(CARS, randomOf(id - 1)));
  return color.copy(base.get(kind) ?? white).multiplyScalar(1 + COLORS[kind][1] * (2 * random - 1));
}

function pickFrom(colors: readonly Color[], fraction: number): Color {
  return colors[Math.floor(fraction * colors.length)];
}

/** A number in [0, 1) that looks random, the same each time. */
function randomOf(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 8) / 2 ** 24;
}
