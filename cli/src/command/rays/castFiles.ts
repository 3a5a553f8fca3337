import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { VERSION } from 'slabtree';
import { isUrl, statOfInput } from '../input/openInput';
import { CastProgress } from './castProgress';
import { writeOut } from '../output/standardOutput';
import { findTarget, followLinks, isTarget, type Target, writeTarget } from '../output/target';
import { asInputError, InputError, inFile, naming } from '../text/errors';
import type { AnsweredBlock } from './answeredBlock';
import type { CastIdentity, CheckpointFile } from './checkpoint';
import { openRays } from './openRays';
import type { HitFormat, RayFormat } from './rayFormat';
import type { RowBlock } from './readRays';
import { type HitsTarget, ResumableHits } from './resumableHits';

/** The files of a cast of many rays. `-` is the standard input or output. */
export interface CastPaths {
  scene: string;
  rays: string;
  rayFormat: RayFormat;
  hits: string;
  hitFormat: HitFormat;
  /** The path of the checkpoint. Undefined for a cast without one. */
  checkpoint: string | undefined;
}

/** Casts rays, and returns the answers in the order of the blocks. */
export type Cast = (blocks: AsyncGenerator<RowBlock>, progress: CastProgress) => AsyncIterable<AnsweredBlock>;

/** Where the hits of a cast go. */
type Output =
  { kind: 'standard output' } | { kind: 'target'; target: Target } | { kind: 'resumable'; hits: ResumableHits };

/** The files of a cast: rays are read from them, and hits are written to them. */
export class CastFiles {
  private constructor(
    private readonly paths: CastPaths,
    private readonly output: Output,
  ) {}

  /**
   * Checks that the rays can be read, that the hits and the checkpoint can be written, and that the checkpoint is of this cast and
   * used by no other process, before any work is done. Nothing is written.
   *
   * @param options what the hits depend on besides the files.
   * @throws InputError if they are not.
   */
  static async open(paths: CastPaths, options: object): Promise<CastFiles> {
    const { hits, rays, checkpoint } = paths;
    if (rays !== '-') await naming(rays, () => access(rays, constants.R_OK));
    if (hits === '-') return new CastFiles(paths, { kind: 'standard output' });
    const target = await findTarget(hits);
    for (const input of isUrl(paths.scene) ? [rays] : [paths.scene, rays]) {
      const stats = await statOfInput(input);
      if (stats === null || !isTarget(target, stats)) continue;
      throw new InputError(`${hits}: the hits would replace the file that is read: give another file`);
    }
    if (checkpoint === undefined) return new CastFiles(paths, { kind: 'target', target });
    if (!isFileTarget(target)) throw new InputError('--resume needs a file of hits: give it by -o');
    const checkpointFile = await findCheckpoint(checkpoint);
    if (checkpointFile.place === target.place) {
      throw new InputError(`${checkpoint}: the checkpoint would replace the hits: give another file`);
    }
    const identity = await identityOf(paths, target.place, options);
    return new CastFiles(paths, {
      kind: 'resumable',
      hits: await ResumableHits.open(target, checkpointFile, identity),
    });
  }

  /** Whether all rays were answered by an earlier run of the same command. */
  get isComplete(): boolean {
    return this.output.kind === 'resumable' && this.output.hits.state?.isComplete === true;
  }

  /** Whether an interrupt would leave something behind, unless the cast is aborted. */
  get isWritten(): boolean {
    return this.output.kind !== 'standard output';
  }

  /**
   * Casts the rays that are left, and writes the answers.
   *
   * @param largeBlocks whether rays from a pipe are put together to large blocks.
   */
  async answer(cast: Cast, largeBlocks = false): Promise<void> {
    const { paths, output } = this;
    const begun = output.kind === 'resumable' ? output.hits.state : null;
    const { name, blocks } = openRays(paths.rays, paths.rayFormat, { start: begun?.place, largeBlocks });
    const size = (await statOfInput(paths.rays))?.size ?? 0;
    const progress = new CastProgress(size, output.kind === 'standard output', begun ?? undefined);
    try {
      const answered = progress.watch(cast(blocks, progress));
      if (output.kind === 'resumable') await output.hits.write(answered);
      else if (output.kind === 'target') await writeTarget(output.target, bytesOf(answered));
      else await writeOut(bytesOf(answered));
    } catch (thrown) {
      throw inFile(name, thrown);
    } finally {
      progress.stop();
    }
  }
}

async function* bytesOf(answered: AsyncIterable<AnsweredBlock>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of answered) yield bytes;
}

function isFileTarget(target: Target): target is HitsTarget {
  return typeof target.place === 'string' && (target.present === null || target.present.isFile());
}

async function findCheckpoint(name: string): Promise<CheckpointFile> {
  const place = await naming(name, () => followLinks(name));
  if (typeof place === 'number') throw new InputError(`${name}: a checkpoint must be a file: give its path`);
  return { name, place };
}

/** Returns what the hits of a cast depend on. A cast with another identity must not continue the hits. */
async function identityOf(
  { scene, rays, rayFormat, hitFormat }: CastPaths,
  hits: string,
  options: object,
): Promise<CastIdentity> {
  if (isUrl(scene)) throw new InputError(`${scene}: --resume needs the path of a scene: a file on a host may change`);
  const stats = await statOfInput(rays);
  if (rays === '-' || stats?.isFile() !== true) throw new InputError('--resume needs rays from a file: give its path');
  if ((await statOfInput(scene))?.isFile() === false)
    throw new InputError(`${scene}: --resume needs a scene in a file`);
  const { referenceTo } = await import('slabtree-cli/cluster');
  const { bytes, header } = await referenceTo(scene).catch((thrown: unknown) => {
    throw asInputError(thrown);
  });
  return {
    'version of slabtree': VERSION,
    scene: `${bytes} bytes, ${header}`,
    'file of rays': `${stats.size} bytes of ${stats.mtime.toISOString()}`,
    'file of hits': hits,
    'list of options': Object.entries({ ...options, rays: rayFormat, hits: hitFormat })
      .filter(([, value]: [string, unknown]) => value !== undefined)
      .map((entry) => entry.join(' '))
      .sort()
      .join(', '),
  };
}
