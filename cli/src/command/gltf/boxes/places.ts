import { InputError } from '../../text/errors';
import type { Accessors, Elements } from '../bytes/accessors';
import { checkRotation, compose, IDENTITY, type Matrix, multiply } from './matrix';
import type { GltfNode } from './nodes';
import type { JsonValue } from '../../input/jsonValue';

/** Where a glTF node puts its mesh: at one place, or at a place for each of its instances. */
export interface Places {
  /** How many places a node puts its mesh at: one, or one for each instance. */
  count: number;
  /** Whether the node has instances. A node with instances may have only one. */
  areInstances: boolean;
  /** Whether each place of the mesh has bytes of its own in the file. */
  areStored: boolean;
  /** Returns the matrix of a place, from the space of the mesh to the space of the glTF's scene. */
  matrixAt: (index: number) => Matrix;
}

/**
 * Returns the places where a node puts its mesh.
 *
 * @param isSkinned whether the joints of a skin place the mesh. There is then one place, which does not depend on the node.
 */
export async function placesOf({ json, world }: GltfNode, isSkinned: boolean, accessors: Accessors): Promise<Places> {
  const instances = await readInstances(json, accessors);
  if (isSkinned && instances !== null) {
    throw new InputError(`${json.name} has a skin and instances, expected one of them`);
  }
  if (instances === null) {
    const matrixAt = () => (isSkinned ? IDENTITY : checkedMatrix(world, json.name));
    return { count: 1, areInstances: false, areStored: true, matrixAt };
  }
  const { matrixAt, ...counted } = instances;
  return {
    ...counted,
    areInstances: true,
    matrixAt: (index) => checkedMatrix(multiply(world, matrixAt(index)), `instance ${index} of ${json.name}`),
  };
}

/** Throws unless a matrix is finite: even a product of finite matrices may be infinite. */
function checkedMatrix(matrix: Matrix, name: string): Matrix {
  if (matrix.every(Number.isFinite)) return matrix;
  throw new InputError(`${name} is too large, or too far away, once the nodes above have placed it`);
}

/**
 * Returns the instances of a node, by EXT_mesh_gpu_instancing, placed in the space of the node. Null if the node lacks the
 * extension: its mesh is then drawn once.
 */
async function readInstances(node: JsonValue, accessors: Accessors): Promise<Omit<Places, 'areInstances'> | null> {
  const attributes = node.optional('extensions')?.optional('EXT_mesh_gpu_instancing')?.required('attributes');
  if (attributes === undefined) return null;
  const read = async (key: string, type: 'VEC3' | 'VEC4'): Promise<Elements | null> => {
    const index = attributes.optional(key);
    return index === undefined ? null : accessors.read(index, type);
  };
  const translations = await read('TRANSLATION', 'VEC3');
  const rotations = await read('ROTATION', 'VEC4');
  const scales = await read('SCALE', 'VEC3');
  const given = [translations, rotations, scales].filter((elements) => elements !== null);
  const counts = given.map(({ count }) => count);
  if (counts.length === 0) throw new InputError(`${attributes.name} has no TRANSLATION, ROTATION or SCALE`);
  if (new Set(counts).size > 1)
    throw new InputError(`${attributes.name} must have equal counts, got ${counts.join(', ')}`);
  return {
    count: counts[0],
    areStored: given.some(({ areStored }) => areStored),
    matrixAt: (index) => {
      const rotation = rotations?.at(index) ?? [0, 0, 0, 1];
      checkRotation(rotation, `the rotation of instance ${index} of ${node.name}`);
      return compose(translations?.at(index) ?? [0, 0, 0], rotation, scales?.at(index) ?? [1, 1, 1]);
    },
  };
}

/** The boxes or meshes that a glTF node adds to the scene, at each place where it puts its mesh. */
export interface NodeContent extends Places {
  /** How many boxes or instances the node adds at most, at all its places together: those that {@link add} leaves out count, too. */
  boxes: number;
  /**
   * Adds the boxes or instances of all places of a node to the scene. Leaves out places with an unusable matrix.
   *
   * @param name called with each new id and the index of its place.
   * @returns the reason for each place that is left out.
   */
  add: (name: (id: number, index: number) => void) => string[];
}
