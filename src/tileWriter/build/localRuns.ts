import type { NameRun } from 'slabtree';
import { ID_LIMIT } from '../../bvh/layout/nodeLayout';
import { RunCursor } from '../spill/spilledNames';

/**
 * The runs of some boxes, by their places in the order of their ids.
 *
 * @param ids their ids in the whole. They increase.
 * @param runs the runs of the whole that name these boxes, and perhaps others.
 */
export function localRuns(ids: Float64Array, runs: readonly NameRun[]): NameRun[] {
  const local: NameRun[] = [];
  if (runs.length === 0) return local;
  const names = new RunCursor(runs);
  ids.forEach((id, i) => {
    const run = names.at(id);
    const name = run?.[1] ?? null;
    const instance = run === null ? undefined : instanceOf(run, id);
    const last = local.at(-1);
    const goesOn =
      last === undefined
        ? name === null && instance === undefined
        : name === last[1] && instance === instanceOf(last, i);
    if (!goesOn) local.push(instance === undefined ? [i, name] : [i, name, instance]);
  });
  return local;
}

/** Undefined if the run has no instances, or more than can be told. */
function instanceOf([firstId, , firstInstance]: NameRun, id: number): number | undefined {
  if (firstInstance === undefined) return undefined;
  const instance = firstInstance + id - firstId;
  return instance < ID_LIMIT ? instance : undefined;
}
