import { type RaycastManyOptions, VERSION } from 'slabtree';
import { ClusterError } from './clusterQueue';
import { BlockRefusal } from './blockRefusal';
import type { SceneReference } from './sceneReference';

/** Options that say how the rays of a block are cast. Workers call no functions, and blocks have no column for fronts. */
export type BlockOptions = Omit<RaycastManyOptions, 'filter' | 'refine' | 'fronts'>;

/** The data of a job in BullMQ: how to cast the rays of a block. The rays themselves are stored under another key. */
export interface BlockJob {
  /** The caller's version of slabtree. Workers of other versions refuse the job, because their answers may differ. */
  version: string;
  scene: SceneReference;
  options: Omit<BlockOptions, 'tMin' | 'tMax'>;
  /** The options `tMin` and `tMax` as texts, because JSON has no infinity. */
  range: [string, string];
}

export function blockJob(scene: SceneReference, { tMin = 0, tMax = Infinity, ...options }: BlockOptions): BlockJob {
  return { version: VERSION, scene, options, range: [String(tMin), String(tMax)] };
}

/**
 * Returns a checked copy of a job's data, which arrived over the network. The query checks the values of the options.
 *
 * @throws BlockRefusal if the caller has another version of slabtree.
 */
export function readBlockJob(data: unknown): { scene: SceneReference; options: BlockOptions } {
  const job = membersOf(data);
  if (job['version'] !== VERSION) {
    throw new BlockRefusal(
      `this worker runs slabtree ${VERSION}, and the caller ${String(job['version'])}: install the same version everywhere`,
    );
  }
  const { path, bytes, header, tiled } = membersOf(job['scene']);
  if (typeof path !== 'string' || typeof bytes !== 'number') throw notABlock();
  if (typeof header !== 'string' || typeof tiled !== 'boolean') throw notABlock();
  const [tMin, tMax] = [0, 1].map((index) => Number(membersOf(job['range'])[index]));
  return { scene: { path, bytes, header, tiled }, options: { ...membersOf(job['options']), tMin, tMax } };
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw notABlock();
  return value as Record<string, unknown>;
}

function notABlock(): ClusterError {
  return new ClusterError('the job is not a block of rays: give the cluster a queue of its own');
}
