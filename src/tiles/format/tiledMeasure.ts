import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';

/** The measure of a file, and what else it tells of its instances. */
export interface TiledMeasure extends SceneMeasure {
  /** ‖M‖·‖N‖ of every instance is at most twice this: see {@link isCovered}. */
  readonly meshCondition: number;
}

/** By how much the bounds of absent tiles are widened, for questions that round by no more. */
export function wideningOf({ magnitude }: SceneMeasure): number {
  return 2 ** -30 * Math.max(...magnitude);
}

/**
 * Whether a file tells the truth about the instances of a tile.
 *
 * @param condition at least the largest ‖M‖·‖N‖ of them, and at most twice that: see BoxStore.
 */
export function isCovered({ meshCondition }: TiledMeasure, condition: number): boolean {
  return condition <= 2 * meshCondition;
}
