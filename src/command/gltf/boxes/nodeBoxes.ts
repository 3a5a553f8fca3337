import type { Aabb, Obb } from 'slabtree';
import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import { aabbOf, type Bounds, isBounded, transform, unite } from './bounds';
import { readInstances } from './instances';
import type { JsonValue } from '../../input/jsonValue';
import { type Matrix, multiply } from './matrix';
import { meshBounds } from './meshBounds';
import type { GltfNode } from './nodes';
import { jointMatrices } from './skin';

/** The boxes of a node: as many as it has instances, or one. */
export interface Boxes {
  count: number;
  /** Whether they are instances, of which there may be one. */
  areInstances: boolean;
  /** Whether bytes of the file stand for each of them. */
  areStored: boolean;
  at: (index: number) => Aabb | Obb;
}

/** Finds the boxes of a glTF's nodes. */
export class NodeBoxes {
  readonly #nodes: readonly GltfNode[];
  readonly #meshes: readonly JsonValue[];
  readonly #skins: readonly JsonValue[];
  readonly #accessors: Accessors;
  /** Of the meshes whose weights are their own, and of the skins: many nodes may share them. */
  readonly #bounds = new Map<JsonValue, Bounds | null>();
  readonly #joints = new Map<JsonValue, Promise<Matrix[]>>();

  constructor(json: JsonValue, nodes: readonly GltfNode[], accessors: Accessors) {
    this.#nodes = nodes;
    this.#meshes = json.list('meshes');
    this.#skins = json.list('skins');
    this.#accessors = accessors;
  }

  /** What a node shows. */
  meshOf({ json }: GltfNode): JsonValue | undefined {
    return json.optional('mesh')?.elementOf(this.#meshes);
  }

  /** The boxes of a node; null where it has no mesh, or one without vertices. */
  async of(node: GltfNode): Promise<Boxes | null> {
    const { json, world } = node;
    const mesh = this.meshOf(node);
    const bounds = mesh === undefined ? null : this.#boundsOf(mesh, json.optional('weights'));
    if (bounds === null) return null;
    const aabb = aabbOf(bounds);
    const skin = json.optional('skin')?.elementOf(this.#skins);
    const instances = await readInstances(json, this.#accessors);
    if (skin !== undefined) {
      if (instances !== null) throw new InputError(`${json.name} has a skin and instances, expected one of them`);
      const box = skinnedBox(bounds, await this.#jointsOf(skin), skin.name);
      return oneBox(box);
    }
    if (instances === null) return oneBox({ ...aabb, matrix: checkedMatrix(world, json.name) });
    const { matrixAt, ...counted } = instances;
    const placed = (index: number) => multiply(world, matrixAt(index));
    return {
      ...counted,
      areInstances: true,
      at: (index) => ({ ...aabb, matrix: checkedMatrix(placed(index), `instance ${index} of ${json.name}`) }),
    };
  }

  /** @param weights those of the node, if it has its own. */
  #boundsOf(mesh: JsonValue, weights: JsonValue | undefined): Bounds | null {
    if (weights !== undefined) return meshBounds(mesh, weights.numbers(), this.#accessors.list);
    const known = this.#bounds.get(mesh);
    if (known !== undefined) return known;
    const bounds = meshBounds(mesh, mesh.optional('weights')?.numbers() ?? [], this.#accessors.list);
    this.#bounds.set(mesh, bounds);
    return bounds;
  }

  #jointsOf(skin: JsonValue): Promise<Matrix[]> {
    const known = this.#joints.get(skin) ?? jointMatrices(skin, this.#nodes, this.#accessors);
    this.#joints.set(skin, known);
    return known;
  }
}

/** Throws where numbers that are finite in the file are too large together. */
function checkedMatrix(matrix: Matrix, name: string): Matrix {
  if (matrix.every(Number.isFinite)) return matrix;
  throw new InputError(`${name} is too large, or too far away, once the nodes above have placed it`);
}

function oneBox(box: Aabb | Obb): Boxes {
  return { count: 1, areInstances: false, areStored: true, at: () => box };
}

/**
 * A box that holds a skinned mesh, up to a rounding. Each vertex is a weighted mean of the places that the joints give it, so
 * that it lies in what holds all of these; the node's own place does not matter. Joints whose matrices are equal orient the box.
 */
function skinnedBox(bounds: Bounds, joints: readonly Matrix[], name: string): Aabb | Obb {
  const [first, ...others] = joints;
  const agree = others.every((matrix) => matrix.every((value, at) => value === first[at]));
  let whole = transform(bounds, first);
  for (const matrix of others) whole = unite(whole, transform(bounds, matrix));
  if (!isBounded(whole)) throw new InputError(`a mesh is too large once ${name} has placed it`);
  return agree ? { ...aabbOf(bounds), matrix: first } : aabbOf(whole);
}
