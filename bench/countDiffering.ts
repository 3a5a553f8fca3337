import { Disagreement } from './disagreement';
import { isSlabtree } from './isSlabtree';

/** A contender whose answers are compared. */
export interface Compared {
  readonly name: string;
  /** Whether it rounds boxes or rays to float32. Then its answer along an edge may differ. */
  readonly roundsToFloat32?: boolean;
}

/**
 * How many of a contender's distances differ from those of slabtree. slabtree itself must be equal to the last bit. A
 * peer must be equal within float32 precision. If it rounds to float32, one in a thousand may differ.
 *
 * @throws Disagreement if more differ.
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
      `${differing} of ${distances.length} distances differ for ${name}, expected at most ${allowed}.`,
    );
  }
  return differing;
}

/** What slabtree promises, on any backend. */
function isIdentical(a: number, b: number): boolean {
  return a === b;
}

/** Both miss, or both hit at the same distance, up to the error of float32 if a ray hits a face at a slant. */
function isSameInFloat32(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-4 * (1 + Math.abs(b));
}
