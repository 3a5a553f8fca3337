import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { Matrix } from '../boxes/matrix';
import type { Accessors } from '../bytes/accessors';

export type Positions = Float32Array | Float64Array;

/** How a node of a glTF moves the vertices of its mesh: by morph targets and by a skin. */
export interface Pose {
  /** The weights of the mesh's morph targets. A missing weight is 0. */
  weights: readonly number[];
  /** The matrices of the joints of the skin. Null if the node has no skin. */
  joints: readonly Matrix[] | null;
}

/** Returns the posed vertices of a primitive, in float64. Returns `positions` itself if the pose moves no vertices. */
export async function posed(
  primitive: JsonValue,
  positions: Positions,
  { weights, joints }: Pose,
  accessors: Accessors,
): Promise<Positions> {
  const morphed = await moveByTargets(primitive, positions, weights, accessors);
  const moved = joints === null ? morphed : await moveByJoints(primitive, morphed, joints, accessors);
  if (moved === positions || moved.every(Number.isFinite)) return moved;
  throw new InputError(`${primitive.name} is too large once its morph targets and its skin have moved it`);
}

/** Whether a pose moves the vertices of a primitive. */
export function isMoved(primitive: JsonValue, { weights, joints }: Pose): boolean {
  return joints !== null || activeTargets(primitive, weights).length > 0;
}

/** Returns the accessors of those morph targets that move vertices of a primitive, with their weights. */
export function activeTargets(
  primitive: JsonValue,
  weights: readonly number[],
): { difference: JsonValue; weight: number }[] {
  return primitive.list('targets').flatMap((target, index) => {
    const weight = weights.at(index) ?? 0;
    const difference = target.optional('POSITION');
    return weight === 0 || difference === undefined ? [] : [{ difference, weight }];
  });
}

async function moveByTargets(
  primitive: JsonValue,
  positions: Positions,
  weights: readonly number[],
  accessors: Accessors,
): Promise<Positions> {
  const targets = activeTargets(primitive, weights);
  if (targets.length === 0) return positions;
  const moved = Float64Array.from(positions);
  for (const { difference, weight } of targets) {
    const by = await accessors.readNumbers(difference, 'VEC3', sameCount(positions, difference));
    for (let at = 0; at < moved.length; at++) moved[at] += weight * by[at];
  }
  return moved;
}

/** Returns the skinned vertices of a primitive. Each is the weighted mean of the points to which its joints move the vertex. */
async function moveByJoints(
  primitive: JsonValue,
  positions: Positions,
  joints: readonly Matrix[],
  accessors: Accessors,
): Promise<Positions> {
  const attributes = primitive.required('attributes');
  const moved = new Float64Array(positions.length);
  const totals = new Float64Array(positions.length / 3);
  let set = 0;
  do {
    const [numbers, weights] = await Promise.all(
      [attributes.required(`JOINTS_${set}`), attributes.required(`WEIGHTS_${set}`)].map((index) =>
        accessors.readNumbers(index, 'VEC4', sameCount(positions, index)),
      ),
    );
    for (let at = 0; at < numbers.length; at++) {
      const joint = numbers[at];
      if (!(joint in joints)) {
        throw new InputError(
          `joint ${joint} of vertex ${at >> 2} of ${primitive.name} is not one of the ${joints.length} of its skin`,
        );
      }
      const vertex = at >> 2;
      addScaled(moved, positions, vertex, joints[joint], weights[at]);
      totals[vertex] += weights[at];
    }
    set++;
  } while (attributes.optional(`JOINTS_${set}`) !== undefined);
  for (let vertex = 0; vertex < totals.length; vertex++) {
    const total = totals[vertex];
    // A vertex whose weights are all 0 follows the first joint, as in three.js.
    if (total === 0) addScaled(moved, positions, vertex, joints[0], 1);
    else for (let at = 3 * vertex; at < 3 * vertex + 3; at++) moved[at] /= total;
  }
  return moved;
}

/** Moves a vertex by a matrix, multiplies it by a factor, and adds the product to the vertex with the same number in `moved`. */
function addScaled(moved: Float64Array, positions: Positions, vertex: number, matrix: Matrix, factor: number): void {
  const at = 3 * vertex;
  const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
  for (let row = 0; row < 3; row++) {
    moved[at + row] += factor * (matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
  }
}

/** Returns a check for the number of elements of a vertex attribute. It throws unless there are as many as vertices. */
function sameCount(positions: Positions, index: JsonValue): (count: number) => void {
  return (count) => {
    const vertices = positions.length / 3;
    if (count === vertices) return;
    throw new InputError(`${index.name} has ${count} elements, expected ${vertices}, one for each vertex`);
  };
}
