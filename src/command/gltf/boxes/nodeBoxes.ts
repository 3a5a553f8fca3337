import type { Aabb, Obb } from 'slabtree';
import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import { aabbOf, type Bounds } from './bounds';
import { readInstances } from './instances';
import { type Matrix, multiply } from './matrix';
import { meshBounds } from './meshBounds';
import type { GltfNode } from './nodes';
import { jointMatrices, skinnedBox } from './skin';

/** The boxes of a node: one, or one for each of its instances. */
export interface Boxes {
  count: number;
  /** Whether the node has instances. It may have only one. */
  areInstances: boolean;
  /** Whether each box has its own bytes in the file. */
  areStored: boolean;
  at: (index: number) => Aabb | Obb;
}

/** Finds the boxes of a glTF's nodes. */
export class NodeBoxes {
  readonly #nodes: readonly GltfNode[];
  readonly #meshes: readonly JsonValue[];
  readonly #skins: readonly JsonValue[];
  readonly #accessors: Accessors;
  /** The bounds of meshes with their own weights, and the joints of skins. Kept, as many nodes may share them. */
  readonly #bounds = new Map<JsonValue, Bounds | null>();
  readonly #joints = new Map<JsonValue, Promise<Matrix[]>>();

  constructor(json: JsonValue, nodes: readonly GltfNode[], accessors: Accessors) {
    this.#nodes = nodes;
    this.#meshes = json.list('meshes');
    this.#skins = json.list('skins');
    this.#accessors = accessors;
  }

  /** The mesh of a node, if it has one. */
  meshOf({ json }: GltfNode): JsonValue | undefined {
    return json.optional('mesh')?.elementOf(this.#meshes);
  }

  /** The boxes of a node. Null if it has no mesh, or one without vertices. */
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

  /** @param weights the weights of the node. They replace those of the mesh. */
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

/** Throws if the product of finite matrices is not finite. */
function checkedMatrix(matrix: Matrix, name: string): Matrix {
  if (matrix.every(Number.isFinite)) return matrix;
  throw new InputError(`${name} is too large, or too far away, once the nodes above have placed it`);
}

function oneBox(box: Aabb | Obb): Boxes {
  return { count: 1, areInstances: false, areStored: true, at: () => box };
}
