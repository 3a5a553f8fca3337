import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import { checkAffine, checkRotation, compose, type Matrix, multiply } from './matrix';

export interface GltfNode {
  json: JsonValue;
  /** The matrix from the space of the node to the space of the glTF's scene. */
  world: Matrix;
  /** Whether the node belongs to the one scene of the glTF that is read. */
  isShown: boolean;
}

/** Returns all nodes of a glTF, in the order of the file, each with its world matrix. */
export function readNodes(json: JsonValue): GltfNode[] {
  const list = json.list('nodes');
  const parents = readParents(list);
  const shownRoots = readShownRoots(json, parents);
  const nodes: GltfNode[] = [];
  // Parents are visited before their children. The loop is not recursive, as a chain of nodes may be as long as the file.
  const waiting = [...list.keys()].filter((index) => parents[index] === NONE);
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const node = list[index];
    const local = localMatrix(node);
    const parent = parents[index] === NONE ? null : nodes[parents[index]];
    nodes[index] = {
      json: node,
      world: parent === null ? local : multiply(parent.world, local),
      isShown: parent === null ? shownRoots[index] === 1 : parent.isShown,
    };
    for (const child of node.list('children')) waiting.push(child.index(list.length));
  }
  const missed = list.find((_, index) => !(index in nodes));
  if (missed !== undefined) throw new InputError(`${missed.name} is its own descendant, or below a node that is`);
  return nodes;
}

/** The number in place of a parent's index, for a node without a parent. */
const NONE = -1;

function readParents(nodes: readonly JsonValue[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(NONE);
  for (const [index, node] of nodes.entries()) {
    for (const child of node.list('children')) {
      const at = child.index(nodes.length);
      if (parents[at] !== NONE) {
        throw new InputError(`${child.toString()}, which is already a child of nodes[${parents[at]}]`);
      }
      parents[at] = index;
    }
  }
  return parents;
}

/**
 * Returns a byte for each node of a glTF: 1 if it is a root of the scene that is read, else 0. The member `scene` of the file
 * selects this scene, the first by default. In a file without scenes, all nodes count as roots. The result is not a Set, which
 * holds at most 2^24 entries.
 */
function readShownRoots(json: JsonValue, parents: Int32Array): Uint8Array {
  const scenes = json.list('scenes');
  const scene = json.optional('scene')?.elementOf(scenes) ?? scenes.at(0);
  const roots = new Uint8Array(parents.length);
  if (scene === undefined) return roots.fill(1);
  for (const root of scene.list('nodes')) {
    const index = root.index(parents.length);
    if (parents[index] !== NONE) {
      throw new InputError(`${root.toString()}, a child of nodes[${parents[index]}], expected a node without a parent`);
    }
    if (roots[index] === 1) throw new InputError(`${root.toString()}, which is in the list already`);
    roots[index] = 1;
  }
  return roots;
}

/** Returns the matrix that places a glTF node in its parent: its `matrix`, or else translation times rotation times scale. */
function localMatrix(node: JsonValue): Matrix {
  const matrix = node.optional('matrix');
  const translation = node.optional('translation');
  const rotation = node.optional('rotation');
  const scale = node.optional('scale');
  if (matrix === undefined) {
    const turn = rotation?.numbers(4) ?? [0, 0, 0, 1];
    checkRotation(turn, `${node.name}.rotation`);
    return compose(translation?.numbers(3) ?? [0, 0, 0], turn, scale?.numbers(3) ?? [1, 1, 1]);
  }
  const other = translation ?? rotation ?? scale;
  if (other !== undefined)
    throw new InputError(`${matrix.name} and ${other.name} are both there, expected one of them`);
  const numbers = matrix.numbers(16);
  checkAffine(numbers, matrix.name);
  // The last number of the node's matrix may be rounded. It is set to exactly 1, as products with the matrix assume.
  return [...numbers.slice(0, 15), 1];
}
