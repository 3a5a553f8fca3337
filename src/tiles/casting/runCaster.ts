import type { FloatArray } from 'slabtree';
import type { TileRunAnswer, Waited } from '../../scene/tiles/castRun';

/** Some rays of a batch. */
export interface RayRun {
  readonly rays: FloatArray;
  /** Null if they are cast for the first time. */
  readonly waited: Waited | null;
}

/** Casts runs of rays at the tiles in memory, and tells at which tiles they wait next. */
export interface RunCaster {
  /** How many runs it is given at once. */
  readonly lanes: number;
  /** The most rays in a run. */
  readonly longestRun: number;
  /** The fewest rays that are worth two runs. */
  readonly shortestRun: number;
  /** @param take gets the answer. No tile comes or goes between the question and the end of this call. */
  cast(run: RayRun, take: (answer: TileRunAnswer) => void): Promise<void>;
}
