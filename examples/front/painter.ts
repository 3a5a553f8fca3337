import type { Vec3 } from 'slabtree';
import { CAR, type City, GROUND, isWater, LIGHT, TREE, WALL } from './city';
import type { Palette, Rgb } from './palette';
import type { Scan } from './scan';
import type { Swarm } from './swarm';

/** The light of the lamp is halved about so far away, in metres. */
const REACH = 110;
/** What is farther away fades into the background, in metres. */
const FOG = 900;
/** The light of streets reaches up so high, in metres. */
const LOW = 14;

/** Windows, in metres: from one to the next, and the share that is glass. */
const STOREY = 3.4;
const BAY = 2.6;
const GLASS = 0.6;
/** The share of windows that are lit. */
const LIT = 0.16;

/** Returns the colors of what rays hit. */
export class Painter {
  /** Replaced when the theme changes. */
  palette: Palette;
  readonly #city: City;
  readonly #swarm: Swarm;
  readonly #firstMember: number;

  constructor(city: City, swarm: Swarm, firstMember: number, palette: Palette) {
    this.#city = city;
    this.#swarm = swarm;
    this.#firstMember = firstMember;
    this.palette = palette;
  }

  /** Returns the colors of hits: 4 bytes each. The fourth is 0 for what moves, and 255 for what stands still. */
  paint({ ids, points, shadows }: Scan, eye: Vec3, lamp: Vec3): Uint8Array {
    const { background, faces, low, lamp: light, paint } = this.palette;
    const colors = new Uint8Array(4 * ids.length);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
      const isMember = id >= this.#firstMember;
      const kind = isMember ? -1 : this.#city.kinds[id];
      const face = isMember
        ? faceOf(this.#swarm.boxes, id - this.#firstMember, x, y, z)
        : faceOf(this.#city.boxes, id, x, y, z);
      const isGlowing = kind === LIGHT ? y > 5 : kind === WALL && face !== 1 && isLitWindow(id, y, face === 0 ? z : x);
      const own = isGlowing ? this.palette.glow : this.#colorOf(kind, x, z);
      const ownLight = isGlowing ? 0.85 : isMember ? 0.6 : 0;

      const [dx, dy, dz] = [lamp.x - x, lamp.y - y, lamp.z - z];
      const square = dx * dx + dy * dy + dz * dz;
      const slant = Math.abs(face === 0 ? dx : face === 1 ? dy : dz) / Math.sqrt(square);
      const shine = shadows[i] < 0 ? (0.3 + 0.7 * slant) / (0.3 + square / REACH ** 2) : 0;
      const painted = paint * Math.min(1, 0.6 * shine);
      const ambient = faces[face] * (kind === WALL ? 0.86 + 0.28 * hash(id) : 1);
      const near = Math.exp(-y / LOW);
      const fog = 1 - Math.exp(-(((x - eye.x) ** 2 + (y - eye.y) ** 2 + (z - eye.z) ** 2) / FOG ** 2));
      for (let channel = 0; channel < 3; channel++) {
        let value = own[channel] * ambient + low[channel] * near * (0.4 + own[channel]);
        value += (1 - paint) * shine * light[channel] * (0.2 + own[channel]);
        value += (light[channel] * (0.6 + 0.4 * ambient) - value) * painted;
        value += (own[channel] - value) * ownLight;
        // What is very bright loses its color slowly, as in a photograph.
        value /= 1 + 0.3 * Math.max(0, value - 0.5);
        value += (background[channel] - value) * fog;
        colors[4 * i + channel] = 255 * Math.min(Math.max(value, 0), 1);
      }
      colors[4 * i + 3] = isMember ? 0 : 255;
    }
    return colors;
  }

  #colorOf(kind: number, x: number, z: number): Rgb {
    const { ground, water, wall, tree, car, swarm } = this.palette;
    if (kind === GROUND) return isWater(x, z) ? water : ground;
    if (kind === TREE) return tree;
    if (kind === CAR) return car;
    return kind < 0 ? swarm : wall;
  }
}

/** The axis across the face of a box that a point is on: 0 for x, 1 for y, 2 for z. */
function faceOf(boxes: Float32Array, number: number, x: number, y: number, z: number): number {
  const box = 6 * number;
  const onX = Math.min(Math.abs(x - boxes[box]), Math.abs(x - boxes[box + 3]));
  const onY = Math.min(Math.abs(y - boxes[box + 1]), Math.abs(y - boxes[box + 4]));
  const onZ = Math.min(Math.abs(z - boxes[box + 2]), Math.abs(z - boxes[box + 5]));
  if (onY < onX && onY < onZ) return 1;
  return onX < onZ ? 0 : 2;
}

function isLitWindow(id: number, height: number, across: number): boolean {
  const storey = Math.floor(height / STOREY);
  const bay = Math.floor(across / BAY);
  const isGlass = height / STOREY - storey < GLASS && across / BAY - bay < GLASS;
  return isGlass && hash(storey * 7919 + bay * 104729 + id * 31) < LIT;
}

/** A number from 0 to 1 for each whole number, as if at random. */
function hash(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
}
