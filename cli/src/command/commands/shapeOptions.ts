import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Aabb, BoxScene, type Shape, type Vec3 } from 'slabtree';
import { parseNumbers, wrongUsage } from './options';

/** The shape of a query as options of a command: one of them is given. */
export type ShapeOptions = Partial<Record<ShapeName, Shape>>;

type ShapeName = 'point' | 'sphere' | 'capsule' | 'triangle' | 'box' | 'obb';

interface ShapeOption {
  /** The numbers of the option, as the help shows them. */
  numbers: string;
  /** How many numbers the option may have. */
  counts: readonly number[];
  about: string;
  shapeFrom: (numbers: number[]) => Shape;
}

/** The options that give a shape. Each of them takes numbers with commas between them. */
const SHAPES: Record<ShapeName, ShapeOption> = {
  point: { numbers: 'x,y,z', counts: [3], about: 'a point', shapeFrom: (n) => vec3At(n, 0) },
  sphere: {
    numbers: 'x,y,z,r',
    counts: [4],
    about: 'a sphere: its center and radius',
    shapeFrom: (n) => ({ center: vec3At(n, 0), radius: n[3] }),
  },
  capsule: {
    numbers: 'ax,ay,az,bx,by,bz,r',
    counts: [7],
    about: 'a capsule: the ends of its segment, and its radius',
    shapeFrom: (n) => ({ a: vec3At(n, 0), b: vec3At(n, 3), radius: n[6] }),
  },
  triangle: {
    numbers: 'ax,ay,az,bx,by,bz,cx,cy,cz',
    counts: [9],
    about: 'a triangle',
    shapeFrom: (n) => ({ a: vec3At(n, 0), b: vec3At(n, 3), c: vec3At(n, 6) }),
  },
  box: {
    numbers: 'minx,miny,minz,maxx,maxy,maxz[,r]',
    counts: [6, 7],
    about: 'a box, which the radius r rounds',
    shapeFrom: (n) => ({ ...cornersOf(n), ...roundedBy(n, 6) }),
  },
  obb: {
    numbers: 'minx,miny,minz,maxx,maxy,maxz,m0,…,m15[,r]',
    counts: [22, 23],
    about: 'an oriented box: a box, and the matrix that places it, column-major',
    shapeFrom: (n) => ({ ...cornersOf(n), matrix: n.slice(6, 22), ...roundedBy(n, 22) }),
  },
};

/** Adds the options that give a shape to a command: see {@link takeShape}. */
export function addShapeOptions(command: Command): Command {
  const names = Object.keys(SHAPES) as ShapeName[];
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    command.addOption(
      new Option(`--${name} <${SHAPES[name].numbers}>`, SHAPES[name].about)
        .argParser((text) => parseShape(name, text))
        .conflicts(others),
    );
  }
  return command;
}

/** The shape among the options of a command, and the other options. */
interface TakenShape<Given> {
  shape: Shape | undefined;
  rest: Omit<Given, ShapeName>;
}

/** Takes the shape from the options of a command. The shape is undefined if no option gives one. */
export function takeShape<Given extends ShapeOptions>(given: Given): TakenShape<Given> {
  const { point, sphere, capsule, triangle, box, obb, ...rest } = given;
  return { shape: point ?? sphere ?? capsule ?? triangle ?? box ?? obb, rest };
}

/** Ends a command that needs a shape, with an error message. */
export function wrongWithoutShape(command: Command): never {
  const flags = Object.keys(SHAPES).map((name) => `--${name}`);
  return wrongUsage(command, `give a shape: ${flags.slice(0, -1).join(', ')} or ${flags[flags.length - 1]}`);
}

function parseShape(name: ShapeName, text: string): Shape {
  const { counts, shapeFrom } = SHAPES[name];
  const shape = shapeFrom(parseNumbers(text, ...counts));
  try {
    new BoxScene().overlap(shape);
  } catch (thrown) {
    throw thrown instanceof RangeError ? new InvalidArgumentError(`${thrown.message.replace('shape', name)}.`) : thrown;
  }
  return shape;
}

/** Returns the corners of a box, which are the first 6 numbers. The advice of the library's own error is for code. */
function cornersOf(numbers: number[]): Aabb {
  ['x', 'y', 'z'].forEach((axis, i) => {
    const [min, max] = [numbers[i], numbers[i + 3]];
    if (min <= max) return;
    throw new InvalidArgumentError(
      `Its min${axis} must not be greater than its max${axis}, got ${min} and ${max}: swap them.`,
    );
  });
  return { min: vec3At(numbers, 0), max: vec3At(numbers, 3) };
}

function vec3At(numbers: number[], at: number): Vec3 {
  return { x: numbers[at], y: numbers[at + 1], z: numbers[at + 2] };
}

/** Returns the radius of a box, if the number at this place is given. */
function roundedBy(numbers: number[], at: number): { radius?: number } {
  return numbers.length > at ? { radius: numbers[at] } : {};
}
