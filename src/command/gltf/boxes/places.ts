import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import { readInstances } from './instances';
import { IDENTITY, type Matrix, multiply } from './matrix';
import type { GltfNode } from './nodes';

/** Where a node puts its mesh: at one place, or at one for each of its instances. */
export interface Places {
  count: number;
  /** Whether the node has instances. It may have only one. */
  areInstances: boolean;
  /** Whether each place has its own bytes in the file. */
  areStored: boolean;
  /** The matrix from the space of the mesh to the space of the scene. */
  matrixAt: (index: number) => Matrix;
}

/** @param isSkinned whether the mesh is where the joints of a skin are. It then has one place, wherever the node is. */
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

/** Throws if the product of finite matrices is not finite. */
function checkedMatrix(matrix: Matrix, name: string): Matrix {
  if (matrix.every(Number.isFinite)) return matrix;
  throw new InputError(`${name} is too large, or too far away, once the nodes above have placed it`);
}
