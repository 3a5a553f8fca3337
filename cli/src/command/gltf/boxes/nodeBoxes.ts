import type { Aabb, Obb } from 'slabtree';
import { type BoxSink, obbProblem } from '../../boxes/boxSink';
import type { JsonValue } from '../../input/jsonValue';
import type { Accessors } from '../bytes/accessors';
import { aabbOf, type Bounds, meshBounds } from './bounds';
import { type NodeContent, placesOf } from './places';
import type { GltfNode } from './nodes';
import { skinnedBox, Skins } from './skin';

/** Finds the boxes that the nodes of a glTF add to a scene. */
export class NodeBoxes {
  readonly #scene: BoxSink;
  readonly #skins: Skins;
  readonly #accessors: Accessors;
  /** The bounds of each mesh under the mesh's own morph weights. Null if the mesh has no vertices. Cached because many nodes may share a mesh. */
  readonly #bounds = new Map<JsonValue, Bounds | null>();

  constructor(json: JsonValue, nodes: readonly GltfNode[], accessors: Accessors, scene: BoxSink) {
    this.#scene = scene;
    this.#skins = new Skins(json, nodes, accessors);
    this.#accessors = accessors;
  }

  /** Returns the boxes of a node: one at each place where it puts its mesh. Null if the mesh has no vertices. */
  async of(node: GltfNode, mesh: JsonValue): Promise<NodeContent | null> {
    const bounds = this.#boundsOf(mesh, node.json.optional('weights'));
    if (bounds === null) return null;
    const aabb = aabbOf(bounds);
    const skin = this.#skins.of(node);
    const places = await placesOf(node, skin !== undefined, this.#accessors);
    const skinned = skin && skinnedBox(bounds, await this.#skins.jointsOf(skin), skin.name);
    const boxAt = (index: number) => skinned ?? { ...aabb, matrix: places.matrixAt(index) };
    return { ...places, boxes: places.count, add: (name) => addBoxes(this.#scene, places.count, boxAt, name) };
  }

  /**
   * Returns the bounds of a mesh. Null if it has no vertices.
   *
   * @param weights the morph weights of the node, which replace the weights of the mesh. Undefined if the node has none.
   */
  #boundsOf(mesh: JsonValue, weights: JsonValue | undefined): Bounds | null {
    if (weights !== undefined) return meshBounds(mesh, weights.numbers(), this.#accessors.list);
    const known = this.#bounds.get(mesh);
    if (known !== undefined) return known;
    const bounds = meshBounds(mesh, mesh.optional('weights')?.numbers() ?? [], this.#accessors.list);
    this.#bounds.set(mesh, bounds);
    return bounds;
  }
}

/**
 * Adds boxes to a scene. Leaves out each box whose matrix cannot place it.
 *
 * @returns the reason for each box that is left out.
 */
function addBoxes(
  scene: BoxSink,
  count: number,
  boxAt: (index: number) => Aabb | Obb,
  name: (id: number, index: number) => void,
): string[] {
  const reasons: string[] = [];
  for (let index = 0; index < count; index++) {
    const box = boxAt(index);
    const problem = 'matrix' in box ? obbProblem(box) : null;
    if (problem === null) name('matrix' in box ? scene.addObb(box) : scene.addAabb(box), index);
    else reasons.push(problem);
  }
  return reasons;
}
