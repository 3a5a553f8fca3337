import { Disagreement } from './disagreement';
import { isSlabtree } from './isSlabtree';

/** Whose answers are compared. */
export interface Compared {
  readonly name: string;
  /** Where boxes or rays are rounded to float32 on the way, what lies along an edge may be judged differently. */
  readonly roundsToFloat32?: boolean;
}

/**
 * How many of a contender's distances are not those of slabtree: none to the last bit for slabtree itself, none that
 * float32 can tell for a peer, and one in a thousand at most where it rounds to float32.
 */
export function countDiffering(
  { name, roundsToFloat32 = false }: Compared,
  distances: Float64Array,
  reference: Float64Array,
): number {
  const isSame = isSlabtree(name) ? isIdentical : isSameInFloat32;
  const differing = distances.filter((distance, at) => !isSame(distance, reference[at])).length;
  const allowed = roundsToFloat32 ? distances.length / 1000 : 0;
  if (differing > allowed) {
    throw new Disagreement(
      `Of ${distances.length} distances, ${differing} are others for ${name}; expected ${allowed} at most.`,
    );
  }
  return differing;
}

/** What slabtree promises of itself, on any backend. */
function isIdentical(a: number, b: number): boolean {
  return a === b;
}

/** Both miss, or both hit at the same distance, as far as float32 can tell where a ray meets a face at a slant. */
function isSameInFloat32(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-4 * (1 + Math.abs(b));
}
