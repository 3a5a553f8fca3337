import type { Aabb, Obb } from 'slabtree';
import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import { aabbOf, type Bounds, isBounded, transform, unite } from './bounds';
import { checkAffine, type Matrix, multiply } from './matrix';
import type { GltfNode } from './nodes';

export class Skins {
  readonly #list: readonly JsonValue[];
  readonly #nodes: readonly GltfNode[];
  readonly #accessors: Accessors;
  /** For each skin, the matrices of its joints. They are cached, as many nodes may share a skin. */
  readonly #joints = new Map<JsonValue, Promise<Matrix[]>>();

  constructor(json: JsonValue, nodes: readonly GltfNode[], accessors: Accessors) {
    this.#list = json.list('skins');
    this.#nodes = nodes;
    this.#accessors = accessors;
  }

  /** Returns the skin of a node. Undefined if the node has none. */
  of({ json }: GltfNode): JsonValue | undefined {
    return json.optional('skin')?.elementOf(this.#list);
  }

  /** Returns for each joint of a skin the matrix from the space of the mesh to the space of the scene. */
  jointsOf(skin: JsonValue): Promise<Matrix[]> {
    const known = this.#joints.get(skin) ?? jointMatrices(skin, this.#nodes, this.#accessors);
    this.#joints.set(skin, known);
    return known;
  }
}

async function jointMatrices(skin: JsonValue, nodes: readonly GltfNode[], accessors: Accessors): Promise<Matrix[]> {
  const joints = skin.required('joints').elements();
  if (joints.length === 0) throw new InputError(`${skin.name}.joints is empty, expected one or more`);
  const index = skin.optional('inverseBindMatrices');
  const inverses = index && (await accessors.read(index, 'MAT4'));
  if (inverses !== undefined && inverses.count < joints.length) {
    throw new InputError(`${skin.name} has ${joints.length} joints, but ${inverses.count} inverse bind matrices`);
  }
  return joints.map((joint, at) => {
    const { world } = joint.elementOf(nodes);
    if (inverses === undefined) return world;
    const inverse = inverses.at(at);
    checkAffine(inverse, `inverse bind matrix ${at} of ${skin.name}`);
    return multiply(world, inverse);
  });
}

/**
 * Returns a box around a skinned mesh, up to rounding. Each joint moves a vertex to a point, and the skinned vertex is a weighted
 * mean of these points, so it lies in any box around all of them. The matrix of the node that has the mesh does not matter. If
 * all joint matrices are equal, the box is oriented by this matrix.
 *
 * @param bounds the bounds of the mesh.
 * @param joints the matrices from {@link Skins.jointsOf}.
 * @param name the name of the skin in messages.
 */
export function skinnedBox(bounds: Bounds, joints: readonly Matrix[], name: string): Aabb | Obb {
  const [first, ...others] = joints;
  const areEqual = others.every((matrix) => matrix.every((value, at) => value === first[at]));
  let whole = transform(bounds, first);
  for (const matrix of others) whole = unite(whole, transform(bounds, matrix));
  if (!isBounded(whole)) throw new InputError(`a mesh is too large once ${name} has placed it`);
  return areEqual ? { ...aabbOf(bounds), matrix: first } : aabbOf(whole);
}
