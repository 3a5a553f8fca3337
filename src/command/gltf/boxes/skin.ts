import { InputError } from '../../text/errors';
import type { Accessors } from '../bytes/accessors';
import type { JsonValue } from '../../input/jsonValue';
import { checkAffine, type Matrix, multiply } from './matrix';
import type { GltfNode } from './nodes';

/** For each joint of a skin, the matrix from the space of the mesh to that of the scene. */
export async function jointMatrices(
  skin: JsonValue,
  nodes: readonly GltfNode[],
  accessors: Accessors,
): Promise<Matrix[]> {
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
