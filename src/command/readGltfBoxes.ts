import { type GLTF, MathUtils, type mat4 } from '@gltf-transform/core';
import type { Aabb, BoxScene, NameRun } from 'slabtree';
import { elementAt } from './elementAt';
import { InputError, isSystemError } from './errors';
import { type GltfNodes, instancingOf, readGltfNodes } from './gltfNodes';
import { isMatrixError } from './isMatrixError';
import { NameList } from './nameList';

/**
 * Adds an oriented box for every node of a glTF's scene that has a mesh, or for every instance of it, in the order of the
 * file's nodes: the bounds that the file declares for the mesh, placed by the node's world matrix.
 *
 * @param warn told of what is left out: a box that its matrix makes flat.
 * @returns the names of the boxes: those of their nodes, or else of the meshes there, or else `nodes[12]`.
 * @throws InputError where the file is not a valid glTF.
 */
export async function readGltfBoxes(
  path: string,
  scene: BoxScene,
  warn: (message: string) => void,
): Promise<NameRun[]> {
  const names = new NameList();
  try {
    const gltf = await readGltfNodes(path);
    for (const index of gltf.shown) {
      addNode(gltf, index, scene, names, (problem) => {
        warn(`${path}: ${nameOf(gltf.json, index)} is left out: ${problem}`);
      });
    }
    return names.runs;
  } catch (thrown) {
    if (thrown instanceof InputError || isSystemError(thrown)) throw thrown;
    // The library does not check all: what it stumbles over is not valid either.
    throw new InputError(`${path}: not a valid glTF 2.0 file: ${(thrown as Error).message}`);
  }
}

function nameOf({ nodes = [] }: GLTF.IGLTF, index: number): string {
  const { name } = nodes[index];
  return name === undefined ? `nodes[${index}]` : `nodes[${index}], ${JSON.stringify(name)},`;
}

/** What the boxes of a node are called. */
function labelOf({ nodes = [], meshes = [] }: GLTF.IGLTF, index: number): string {
  const { name, mesh = -1 } = nodes[index];
  return (
    [name, meshes[mesh]?.name].find((given) => typeof given === 'string' && given.trim() !== '') ?? `nodes[${index}]`
  );
}

function addNode(
  gltf: GltfNodes,
  index: number,
  scene: BoxScene,
  names: NameList,
  leaveOut: (problem: string) => void,
): void {
  const { nodes = [], meshes = [] } = gltf.json;
  const { mesh } = nodes[index];
  if (mesh === undefined) return;
  elementAt(meshes, mesh, `nodes[${index}].mesh`);
  const bounds = boundsOfMesh(mesh, gltf.json);
  if (bounds === null) return;
  const label = labelOf(gltf.json, index);
  const isInstanced = instancingOf(nodes[index]) !== undefined;
  let instance = -1;
  for (const matrix of worldMatrices(gltf, index)) {
    instance++;
    try {
      names.add(scene.addObb({ ...bounds, matrix }), label, isInstanced ? instance : undefined);
    } catch (thrown) {
      if (!isMatrixError(thrown)) throw thrown;
      leaveOut(thrown.message);
    }
  }
}

/** The smallest box around all parts of a mesh, in its own space; null where it has no vertices. */
function boundsOfMesh(mesh: number, { meshes = [], accessors = [] }: GLTF.IGLTF): Aabb | null {
  const min = { x: Infinity, y: Infinity, z: Infinity };
  const max = { x: -Infinity, y: -Infinity, z: -Infinity };
  for (const [at, { attributes }] of meshes[mesh].primitives.entries()) {
    if (!('POSITION' in attributes)) continue;
    const name = `meshes[${mesh}].primitives[${at}].attributes.POSITION`;
    const position = elementAt(accessors, attributes.POSITION, name);
    if (position.min === undefined || position.max === undefined)
      throw new Error('positions must have a min and a max');
    const [minX, minY, minZ] = position.min.map((value) => decoded(value, position));
    const [maxX, maxY, maxZ] = position.max.map((value) => decoded(value, position));
    min.x = Math.min(min.x, minX);
    min.y = Math.min(min.y, minY);
    min.z = Math.min(min.z, minZ);
    max.x = Math.max(max.x, maxX);
    max.y = Math.max(max.y, maxY);
    max.z = Math.max(max.z, maxZ);
  }
  return min.x === Infinity ? null : { min, max };
}

function decoded(value: number, { normalized = false, componentType }: GLTF.IAccessor): number {
  return normalized ? MathUtils.decodeNormalizedInt(value, componentType) : value;
}

/** Where a node's mesh is: by its own matrix, or by that of each of its instances. */
function* worldMatrices({ json, document, nodes, accessors }: GltfNodes, index: number): Generator<mat4> {
  const node = nodes[index];
  const instancing = instancingOf(json.nodes?.[index] ?? {});
  if (instancing === undefined) {
    yield node.getWorldMatrix();
    return;
  }
  const [translation, rotation, scale] = [instancing.TRANSLATION, instancing.ROTATION, instancing.SCALE].map((at) =>
    at === undefined ? null : accessors[at],
  );
  const count = (translation ?? rotation ?? scale)?.getCount() ?? 0;
  const instance = document.createNode();
  node.addChild(instance);
  for (let at = 0; at < count; at++) {
    instance.setTranslation(translation?.getElement(at, [0, 0, 0]) ?? [0, 0, 0]);
    instance.setRotation(rotation?.getElement(at, [0, 0, 0, 1]) ?? [0, 0, 0, 1]);
    instance.setScale(scale?.getElement(at, [1, 1, 1]) ?? [1, 1, 1]);
    yield instance.getWorldMatrix();
  }
}
