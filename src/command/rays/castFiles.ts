import { realpath } from 'node:fs/promises';
import { version } from '../../../package.json';
import { isUrl, statOfInput } from '../input/openInput';
import { CastProgress } from './castProgress';
import { HitsFile } from './hitsFile';
import { writeOut } from '../output/standardOutput';
import { InputError, inFile } from '../text/errors';
import type { AnsweredBlock } from './answeredBlock';
import { type CastIdentity, Checkpoint } from './checkpoint';
import { lockCheckpoint } from './checkpointLock';
import { openRays } from './openRays';
import type { HitFormat, RayFormat } from './rayFormat';
import type { RowBlock } from './readRays';

/** How often a checkpoint is saved, in milliseconds. */
const SAVE_INTERVAL = 1000;

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

/** The opened files of a cast: rays are read from them, and hits are written to them. */
export class CastFiles {
  private constructor(
    private readonly paths: CastPaths,
    private readonly hits: HitsFile | null,
    private readonly checkpoint: Checkpoint | null,
  ) {}

  /**
   * Checks that the hits and the checkpoint can be written, and that the checkpoint is of this cast and used by no other process,
   * before any work is done.
   *
   * @param options what the hits depend on besides the files.
   * @throws InputError if they are not.
   */
  static async open(paths: CastPaths, options: object): Promise<CastFiles> {
    const inputs = isUrl(paths.scene) ? [paths.rays] : [paths.scene, paths.rays];
    const hits = paths.hits === '-' ? null : await HitsFile.open(paths.hits, inputs);
    if (paths.checkpoint === undefined) return new CastFiles(paths, hits, null);
    if (hits?.isRegular !== true) throw new InputError('--resume needs a file of hits: give it by -o');
    const identity = await identityOf(paths, options);
    await lockCheckpoint(paths.checkpoint);
    const checkpoint = await Checkpoint.open(paths.checkpoint, identity);
    const saved = checkpoint.state?.hitBytes ?? 0;
    const length = await hits.length();
    if (length < saved) {
      throw new InputError(
        `${hits.name}: it has ${length} bytes, but the checkpoint ${paths.checkpoint} is of ${saved}: ` +
          'restore it, or remove the checkpoint to begin again',
      );
    }
    return new CastFiles(paths, hits, checkpoint);
  }

  /**
   * Casts the rays that are left, and writes the answers.
   *
   * @param largeBlocks whether rays from a pipe are put together to large blocks.
   */
  async answer(cast: Cast, largeBlocks = false): Promise<void> {
    const { paths, hits, checkpoint } = this;
    const begun = checkpoint?.state ?? null;
    if (begun !== null) process.stderr.write(`${checkpoint?.path}: the cast goes on after ${begun.rays} rays\n`);
    const { name, blocks } = openRays(paths.rays, paths.rayFormat, { start: begun?.place, largeBlocks });
    const size = (await statOfInput(paths.rays))?.size ?? 0;
    const progress = new CastProgress(size, hits === null, begun ?? undefined);
    try {
      const answered = progress.watch(cast(blocks, progress));
      if (hits === null) await writeOut(bytesOf(answered));
      else await writeHits(answered, hits, checkpoint);
    } catch (thrown) {
      throw inFile(name, thrown);
    } finally {
      progress.stop();
      await hits?.close();
    }
  }
}

async function* bytesOf(answered: AsyncIterable<AnsweredBlock>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of answered) yield bytes;
}

async function writeHits(
  answered: AsyncIterable<AnsweredBlock>,
  hits: HitsFile,
  checkpoint: Checkpoint | null,
): Promise<void> {
  let { rays, hitBytes } = checkpoint?.state ?? { rays: 0, hitBytes: 0 };
  // The bytes after the checkpoint are cut off, as their rays are cast again.
  await hits.cut(hitBytes);
  let savedAt = performance.now();
  for await (const { bytes, rayCount, end } of answered) {
    await hits.append(bytes);
    rays += rayCount;
    hitBytes += bytes.length;
    if (checkpoint === null || performance.now() - savedAt < SAVE_INTERVAL) continue;
    await hits.sync();
    await checkpoint.save({ rays, hitBytes, place: end });
    savedAt = performance.now();
  }
  if (checkpoint === null) return;
  await hits.sync();
  await checkpoint.remove();
}

/** Returns what the hits of a cast depend on. A cast with another identity must not continue the hits. */
async function identityOf(
  { scene, rays, rayFormat, hits, hitFormat }: CastPaths,
  options: object,
): Promise<CastIdentity> {
  if (isUrl(scene)) throw new InputError(`${scene}: --resume needs the path of a scene: a file on a host may change`);
  const stats = await statOfInput(rays);
  if (rays === '-' || stats?.isFile() !== true) throw new InputError('--resume needs rays from a file: give its path');
  if ((await statOfInput(scene))?.isFile() === false)
    throw new InputError(`${scene}: --resume needs a scene in a file`);
  const { referenceTo } = await import('slabtree/cluster');
  const { bytes, header } = await referenceTo(scene);
  return {
    'version of slabtree': version,
    scene: `${bytes} bytes, ${header}`,
    'file of rays': `${stats.size} bytes of ${stats.mtime.toISOString()}`,
    'file of hits': await realpath(hits),
    'list of options': Object.entries({ ...options, rays: rayFormat, hits: hitFormat })
      .filter(([, value]: [string, unknown]) => value !== undefined)
      .map((entry) => entry.join(' '))
      .sort()
      .join(', '),
  };
}
