import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { Accessors, Elements } from '../bytes/accessors';
import { checkRotation, compose, type Matrix } from './matrix';

export interface Instances {
  count: number;
  /** Whether each instance has its own bytes in the file. */
  areStored: boolean;
  /** The matrix from the space of an instance to the space of its node. */
  matrixAt: (index: number) => Matrix;
}

/** The instances of a node, by EXT_mesh_gpu_instancing. Null if the node lacks the extension: its mesh is drawn once. */
export async function readInstances(node: JsonValue, accessors: Accessors): Promise<Instances | null> {
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
