import type { Aabb, Mesh } from 'slabtree';
import { type BoxSink, obbProblem } from '../../boxes/boxSink';
import type { JsonValue } from '../../input/jsonValue';
import { orTooLarge } from '../../text/errors';
import { type NodeContent, type Places, placesOf } from '../boxes/places';
import type { GltfNode } from '../boxes/nodes';
import type { Matrix } from '../boxes/matrix';
import { Skins } from '../boxes/skin';
import type { Accessors } from '../bytes/accessors';
import type { OpenFiles } from '../bytes/byteReader';
import type { Pose } from './pose';
import { Primitives } from './primitives';

/** Finds the triangles of a glTF's nodes. Each primitive becomes a mesh of the scene, and each of its places an instance. */
export class NodeMeshes {
  readonly #scene: BoxSink;
  readonly #warn: (message: string) => void;
  readonly #skins: Skins;
  readonly #accessors: Accessors;
  readonly #primitives: Primitives;
  /** The meshes of primitives, by keys of their triangles: primitives may share triangles. Null without triangles. */
  readonly #meshes = new Map<string, Mesh | null>();
  /** For each mesh of the glTF, the meshes of the scene for nodes that do not pose it: no skin and no weights of the node move it. */
  readonly #unposed = new Map<JsonValue, Mesh[]>();

  /** @param warn called with a message for each primitive without triangles. */
  constructor(
    json: JsonValue,
    nodes: readonly GltfNode[],
    accessors: Accessors,
    files: OpenFiles,
    scene: BoxSink,
    warn: (message: string) => void,
  ) {
    this.#scene = scene;
    this.#warn = warn;
    this.#skins = new Skins(json, nodes, accessors);
    this.#accessors = accessors;
    this.#primitives = new Primitives(accessors, files);
  }

  /** Returns the meshes that a node adds, at each place where it puts its mesh. Null if the mesh has no triangles. */
  async of(node: GltfNode, mesh: JsonValue): Promise<NodeContent | null> {
    const skin = this.#skins.of(node);
    const meshes = await this.#meshesOf(mesh, node.json.optional('weights'), skin);
    if (meshes.length === 0) return null;
    const places = await placesOf(node, skin !== undefined, this.#accessors);
    return {
      ...places,
      boxes: meshes.length * places.count,
      add: (name) => addInstances(this.#scene, meshes, places, name),
    };
  }

  async #meshesOf(mesh: JsonValue, weights: JsonValue | undefined, skin: JsonValue | undefined): Promise<Mesh[]> {
    const isPosed = weights !== undefined || skin !== undefined;
    const known = isPosed ? undefined : this.#unposed.get(mesh);
    if (known !== undefined) return known;
    const pose = {
      weights: (weights ?? mesh.optional('weights'))?.numbers() ?? [],
      joints: skin === undefined ? null : await this.#skins.jointsOf(skin),
    };
    const meshes: Mesh[] = [];
    for (const primitive of mesh.required('primitives').elements()) {
      const read = await this.#meshOfPrimitive(primitive, pose, skin?.name);
      if (read !== null) meshes.push(read);
    }
    if (!isPosed) this.#unposed.set(mesh, meshes);
    return meshes;
  }

  async #meshOfPrimitive(primitive: JsonValue, pose: Pose, skin: string | undefined): Promise<Mesh | null> {
    const key = this.#primitives.keyOf(primitive, pose, skin);
    const known = this.#meshes.get(key);
    if (known !== undefined) return known;
    const numbers = this.#primitives.hasTriangles(primitive) ? await this.#primitives.read(primitive, pose) : null;
    if (numbers === null) this.#warn(`${primitive.name} is left out: it has no triangles`);
    const mesh = numbers && orTooLarge(() => this.#scene.addMesh(numbers.positions, numbers.index));
    this.#meshes.set(key, mesh);
    return mesh;
  }
}

/** Returns why a matrix cannot place all meshes that have the given bounds. Null if it can place all of them. */
function problemAt(bounds: readonly Aabb[], matrix: Matrix): string | null {
  for (const { min, max } of bounds) {
    const problem = obbProblem({ min, max, matrix });
    if (problem !== null) return problem;
  }
  return null;
}

/** Adds the instances of a node to a scene: mesh by mesh, each mesh at all places of the node. */
function addInstances(
  scene: BoxSink,
  meshes: readonly Mesh[],
  { count, matrixAt }: Places,
  name: (id: number, index: number) => void,
): string[] {
  const reasons: string[] = [];
  const indices: number[] = [];
  const matrices: number[] = [];
  const bounds = meshes.map((mesh) => mesh.bounds);
  for (let index = 0; index < count; index++) {
    const matrix = matrixAt(index);
    const problem = problemAt(bounds, matrix);
    if (problem === null) {
      indices.push(index);
      for (const number of matrix) matrices.push(number);
    } else {
      reasons.push(problem);
    }
  }
  if (indices.length === 0) return reasons;
  const numbers = Float64Array.from(matrices);
  for (const mesh of meshes) {
    const first = orTooLarge(() => scene.addInstances(mesh, numbers));
    indices.forEach((index, at) => {
      name(first + at, index);
    });
  }
  return reasons;
}
