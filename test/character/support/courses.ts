import type { Vec3 } from 'slabtree';
import type { MoveOptions } from 'slabtree/character';
import { heightOver, measured } from './gap';
import { at, block, cells, column, type Piece, prism, RADIANS, ramp, turned } from './pieces';

/** A way straight towards a place. */
export interface Leg {
  /** Where the walker wants to go. */
  readonly to: Vec3;
  /** Where it ends: the lowest point of its capsule, a margin above what it stands on. */
  readonly ends: Vec3;
  /** Whether it is in the air on its way. */
  readonly falls?: boolean;
  /** The height of the floor, if the whole way is level. */
  readonly level?: number;
  /** It jumps first, at so many units a second. */
  readonly jump?: number;
}

/** A course for a capsule of radius 0.4 and height 1.8, which climbs steps of 0.3 and slopes of 45°, worked by hand. */
export interface Course {
  readonly name: string;
  readonly pieces: readonly Piece[];
  readonly start: Vec3;
  readonly legs: readonly Leg[];
  readonly options?: MoveOptions;
  /** The length of a step across the ground. 0.05 by default: 3 units a second. */
  readonly step?: number;
}

const RADIUS = 0.4;
const MARGIN = RADIUS / 16;
/** A capsule's axis keeps so far from a wall. */
const APART = RADIUS + MARGIN;

const FLOOR = block([-10, 10], [-1, 0], [-10, 10]);
const WIDE: [number, number] = [-2, 2];

/** Where a walker stands above a place. */
export function on(x: number, y: number, z = 0): Vec3 {
  return at(x, y + MARGIN, z);
}

/** A leg that arrives. */
function go(x: number, y: number, z = 0, more: Partial<Leg> = {}): Leg {
  return { to: at(x, 0, z), ends: on(x, y, z), ...more };
}

/** A leg that ends before its target. */
function blocked(to: [x: number, z: number], ends: Vec3, more: Partial<Leg> = {}): Leg {
  return { to: at(to[0], 0, to[1]), ends, ...more };
}

/** Onto a platform by a ramp, over it, down by another ramp, and the same way back. */
function rampToPlatform(degrees: number): Course {
  const high = 0.7;
  const run = high / Math.tan(degrees * RADIANS);
  const end = 2 * run + 1.2;
  return {
    name: `a ramp of ${degrees}° up to a platform, and one down`,
    pieces: [
      FLOOR,
      ramp([0, 0], [run, high], WIDE, { before: 0.3 }),
      block([run, run + 1.2], [0, high], WIDE),
      ramp([run + 1.2, high], [end, 0], WIDE, { behind: 0.3 }),
    ],
    start: on(-0.8, 0),
    legs: [go(run + 0.6, high, 0.1), go(end + 0.8, 0), go(run + 0.6, high, -0.1), go(-0.8, 0)],
  };
}

/** The same of wedges, the way that level editors make ramps. */
function wedgeToBox(degrees: number): Course {
  const high = 0.7;
  const run = high / Math.tan(degrees * RADIANS);
  return {
    name: `a wedge of ${degrees}° onto a box`,
    pieces: [
      FLOOR,
      prism(
        [
          [0, 0],
          [run, 0],
          [run, high],
        ],
        WIDE,
      ),
      block([run, run + 2], [0, high], WIDE),
    ],
    start: on(-0.8, 0),
    legs: [go(run + 1, high), go(-0.8, 0)],
  };
}

function stairs(count: number, high: number, deep: number, areBlocks: boolean): Course {
  const top = 1 + count * deep;
  const pieces = Array.from({ length: count }, (_, i) => {
    const end = areBlocks && i < count - 1 ? 1 + (i + 1) * deep : top + 1;
    return block([1 + i * deep, end], [0, high * (i + 1)], WIDE);
  });
  return {
    name: `stairs of ${high} ${areBlocks ? 'of blocks side by side' : 'of slabs on each other'}`,
    pieces: [FLOOR, ...pieces],
    start: on(0, 0),
    legs: [go(top + 0.4, high * count, 0.1), go(0, 0)],
  };
}

/** The same stairs, run up by more than one stair a step. Downwards, that is more than the snap, so it falls. */
function runUp({ legs, ...course }: Course): Course {
  return {
    ...course,
    name: 'stairs that are run up, more than one stair a step',
    legs: legs.map((leg, i) => ({ ...leg, falls: i > 0 })),
    step: 0.3,
  };
}

/** The same course elsewhere. */
function movedBy({ x, y, z }: Vec3, { name, pieces, start, legs, ...rest }: Course): Course {
  const by = (p: Vec3) => at(p.x + x, p.y + y, p.z + z);
  const movedPieces = pieces.map((piece): Piece => {
    if (piece.kind === 'mesh') return { ...piece, corners: piece.corners.map(by) };
    if (piece.matrix === undefined) return { ...piece, min: by(piece.min), max: by(piece.max) };
    const m = [...piece.matrix];
    return { ...piece, matrix: [...m.slice(0, 12), m[12] + x, m[13] + y, m[14] + z, 1] };
  });
  return {
    ...rest,
    name: `${name}, at (${x}, ${y}, ${z})`,
    pieces: movedPieces,
    start: by(start),
    legs: legs.map(({ level, ...leg }) => ({
      ...leg,
      to: by(leg.to),
      ends: by(leg.ends),
      ...(level === undefined ? {} : { level: level + y }),
    })),
  };
}

/** A step that is blocked, and walked off from above. */
function ledge(high: number, name: string): Course {
  return {
    name,
    pieces: [FLOOR, block([1, 3], [0, high], WIDE)],
    start: on(2, high),
    legs: [go(-0.5, 0, 0, { falls: true }), blocked([2, 0], on(1 - beforeEdge(high), 0), { level: 0 })],
  };
}

/** A slope that is blocked. The capsule touches it where its sphere, with the margin, does. */
function tooSteep(degrees: number): Course {
  return {
    name: `a ramp of ${degrees}°, too steep to walk up`,
    pieces: [FLOOR, ramp([0, 0], [2, 2 * Math.tan(degrees * RADIANS)], WIDE, { before: 0.3 })],
    start: on(-1.5, 0),
    legs: [blocked([2, 0], on(-APART * Math.tan((degrees / 2) * RADIANS), 0)), go(-1.5, 0)],
  };
}

/** A road of four slopes, each a plate below a straight part. */
function road(): Course {
  const profile: [number, number][] = [
    [-2, 0],
    [0, 0],
  ];
  for (const [long, degrees] of [
    [1.5, 20],
    [1.2, 0],
    [1.5, -30],
    [1, -10],
    [1.5, 15],
    [1.5, 0],
  ]) {
    const [x, y] = profile[profile.length - 1];
    profile.push([x + long * Math.cos(degrees * RADIANS), y + long * Math.sin(degrees * RADIANS)]);
  }
  const [end, high] = profile[profile.length - 1];
  return {
    name: 'a road that goes up and down',
    pieces: profile.slice(1).map((to, i) => ramp(profile[i], to, WIDE)),
    start: on(-1, 0),
    legs: [go(end - 0.7, high), go(-1, 0)],
  };
}

/** A bridge of boxes that are turned along an arc, from one bank to the other. */
function arch(): Course {
  const count = 9;
  const round = 4;
  const widest = 40;
  const place = (i: number): [number, number] => {
    const angle = widest * (1 - (2 * i) / count) * RADIANS;
    return [-round * Math.sin(angle), round * (Math.cos(angle) - Math.cos(widest * RADIANS))];
  };
  const half = round * Math.sin(widest * RADIANS);
  return {
    name: 'an arch of boxes',
    pieces: [
      block([-half - 3, -half], [-1, 0], WIDE),
      block([half, half + 3], [-1, 0], WIDE),
      ...Array.from({ length: count }, (_, i) => ramp(place(i), place(i + 1), WIDE, { thick: 0.3 })),
    ],
    start: on(-half - 1, 0),
    legs: [go(half + 1, 0), go(-half - 1, 0)],
  };
}

/** Hills of at most 40°, a piece for each cell. */
function hills(): Course {
  const height = (x: number, z: number) => 0.35 * Math.sin(1.7 * x) * Math.cos(1.1 * z);
  const pieces = cells([14, 6], 0.5, height);
  const surface = pieces.map(measured);
  const hill = (x: number, z: number) => at(x, heightOver(surface, APART, at(x, 0, z)) + MARGIN, z);
  const [west, east] = [hill(0.8, 1.6), hill(6.2, 1.4)];
  return {
    name: 'hills of many pieces',
    pieces,
    start: west,
    legs: [
      { to: east, ends: east },
      { to: west, ends: west },
    ],
  };
}

/** Two walls that meet at the origin, at an angle around x. */
function corner(degrees: number): Course {
  const half = degrees / 2;
  const rest = APART / Math.sin(half * RADIANS);
  const wall = (z: [number, number]) => ({ min: at(0, -0.5, z[0]), max: at(4, 3, z[1]) });
  return {
    name: `an inner corner of ${degrees}°`,
    pieces: [FLOOR, turned(wall([-0.3, 0]), half), turned(wall([0, 0.3]), -half)],
    start: on(rest + 1.2, 0, 0.2),
    legs: [
      blocked([0, 0], on(rest, 0), { level: 0 }),
      go(rest + 1.2, 0, -0.2, { level: 0 }),
      blocked([0, 0.05], on(rest, 0), { level: 0 }),
      go(rest + 1.2, 0, 0.2, { level: 0 }),
    ],
  };
}

export const courses: readonly Course[] = [
  rampToPlatform(12),
  rampToPlatform(33),
  rampToPlatform(43),
  { ...rampToPlatform(45), name: 'a ramp of 45°, the limit by default, up to a platform, and one down' },
  wedgeToBox(25),
  { ...wedgeToBox(45), name: 'a wedge of 45°, the limit by default, onto a box' },
  tooSteep(45.1),
  tooSteep(50),
  stairs(5, 0.3, 0.6, false),
  stairs(5, 0.3, 0.6, true),
  movedBy(at(200, 50, -300), stairs(3, 0.3, 0.6, false)),
  movedBy(at(-70, 20, 130), rampToPlatform(30)),
  stairs(8, 0.15, 0.3, false),
  stairs(6, 0.2, 0.28, true),
  runUp(stairs(4, 0.2, 0.22, false)),
  ledge(0.5, 'a ledge that is too high to climb, walked off'),
  ledge(0.301, 'a ledge that is a little too high to climb, walked off'),
  { ...ledge(0.5, 'a ledge that is too high to climb, walked off slowly'), step: 0.02 },
  {
    name: 'a kerb',
    pieces: [block([-3, 1], [-1, 0], WIDE), block([1, 4], [-1, 0.12], WIDE)],
    start: on(0, 0, -1),
    legs: [go(2, 0.12, -1), go(0, 0, 0.5), go(1.8, 0.12, 1), go(0, 0, 1)],
  },
  {
    name: 'a door with a threshold, in a wall',
    pieces: [
      FLOOR,
      block([1, 1.2], [0, 2.6], [-3, -0.5]),
      block([1, 1.2], [0, 2.6], [0.5, 3]),
      block([1, 1.2], [2.1, 2.6], [-0.5, 0.5]),
      block([1, 1.2], [0, 0.03], [-0.5, 0.5]),
    ],
    start: on(0, 0),
    legs: [go(2.2, 0), go(2.2, 0, 1), blocked([0, 1], on(1.2 + APART, 0, 1)), go(2.2, 0, 0.03), go(0, 0, 0.03)],
  },
  {
    name: 'a passage that is high enough, and one that is too low',
    pieces: [FLOOR, block([1, 2], [1.9, 3], [-2, 0]), block([1, 2], [1.5, 3], [0, 2])],
    start: on(0, 0, -1),
    legs: [
      go(3, 0, -1, { level: 0 }),
      go(3, 0, 1, { level: 0 }),
      blocked([0, 1], on(2 + beforeCeiling(1.5), 0, 1), { level: 0 }),
      go(3, 0, -1, { level: 0 }),
      go(0, 0, -1, { level: 0 }),
    ],
  },
  {
    name: 'a gap between walls that is wide enough, and one that is too narrow',
    pieces: [
      FLOOR,
      block([1, 2], [0, 3], [-3, -1.45]),
      block([1, 2], [0, 3], [-0.55, 0.65]),
      block([1, 2], [0, 3], [1.35, 3]),
    ],
    start: on(0, 0, -1),
    legs: [
      go(3, 0, -1, { level: 0 }),
      go(3, 0, 1, { level: 0 }),
      // The two edges of the gap are 0.35 to each side.
      blocked([0, 1], on(2 + Math.sqrt(APART ** 2 - 0.35 ** 2), 0, 1), { level: 0 }),
      go(3, 0, -1, { level: 0 }),
      go(0, 0, -1, { level: 0 }),
    ],
  },
  {
    name: 'a pier of boards with gaps',
    pieces: Array.from({ length: 20 }, (_, i) => block([0.2 * i, 0.2 * i + 0.16], [-0.1, 0], WIDE)),
    start: on(0.68, 0, -1),
    legs: [go(3.28, 0, -1), go(0.68, 0, 0.5)],
  },
  {
    name: 'a crack in the floor that is narrower than a character, and a pit that is wider',
    pieces: [
      block([-3, 0], [-2, 0], WIDE),
      block([0.3, 1.5], [-2, 0], WIDE),
      block([-3, 4], [-3, -1], WIDE),
      block([3, 4], [-2, 0], WIDE),
    ],
    start: on(-1, 0),
    legs: [
      go(0.9, 0),
      go(-1, 0, 0.3),
      go(0.9, 0),
      go(2.2, -1, 0, { falls: true }),
      blocked([4, 0], on(3 - APART, -1), { level: -1 }),
      blocked([0, 0], on(1.5 + APART, -1), { level: -1 }),
    ],
  },
  {
    name: 'a joint of 0.03 in the floor, crossed slowly',
    pieces: [block([-2, 0], [-1, 0], WIDE), block([0.03, 2], [-1, 0], WIDE)],
    start: on(-0.5, 0),
    legs: [go(0.6, 0, 0, { level: 0 }), go(-0.5, 0, 0.1, { level: 0 })],
    step: 0.02,
  },
  corner(90),
  corner(60),
  corner(120),
  {
    name: 'the outer corners of a house',
    pieces: [FLOOR, block([0, 2], [0, 3], [0, 2])],
    start: on(-1, 0, 1.7),
    legs: [
      // Along the wall to its end, and round the corner.
      blocked([0.2, 2.4], on(0.2, 0, 2 + APART), { level: 0 }),
      go(1.8, 0, 2.6, { level: 0 }),
      blocked([2.4, 0.4], on(2.4 + 0.025, 0, 0.4), { level: 0 }),
    ],
  },
  {
    name: 'a pillar walked into head-on, and past it',
    pieces: [FLOOR, block([1, 1.5], [0, 3], [-0.25, 0.25])],
    start: on(0, 0),
    legs: [
      blocked([3, 0], on(1 - APART, 0), { level: 0 }),
      go(0, 0, 0.4, { level: 0 }),
      go(2.5, 0, 0.4, { level: 0 }),
      go(2.5, 0, 0.1, { level: 0 }),
      blocked([0, 0.1], on(1.5 + APART, 0, 0.1), { level: 0 }),
    ],
  },
  {
    name: 'a round column walked past',
    pieces: [FLOOR, column(at(1.5, 0, 0), 0.3, 3, 16)],
    start: on(0, 0, 0.2),
    legs: [go(3, 0, 0.2, { level: 0 }), go(0, 0, 0.1, { level: 0 })],
  },
  road(),
  arch(),
  hills(),
  {
    name: 'a jump onto a box, and off it',
    pieces: [FLOOR, block([1, 4], [0, 0.7], WIDE)],
    start: on(0.2, 0),
    legs: [go(1.7, 0.7, 0, { jump: 5 }), go(0.2, 0, 0, { jump: 5 })],
  },
];

/** How far before the edge of a ledge the axis of a capsule stops: its lower sphere touches it, or its side. */
function beforeEdge(high: number): number {
  const below = Math.max(MARGIN + RADIUS - high, 0);
  return Math.sqrt(APART ** 2 - below ** 2);
}

/** How far before a low ceiling the axis of a capsule of height 1.8 stops: its upper sphere touches the edge. */
function beforeCeiling(high: number): number {
  const below = MARGIN + 1.8 - RADIUS - high;
  return Math.sqrt(APART ** 2 - below ** 2);
}
