import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { START } from '../input/inputPlace';
import { Progress } from '../output/progress';
import type { Target } from '../output/target';
import { InputError } from '../text/errors';
import { escaped } from '../text/showText';
import type { AnsweredBlock } from './answeredBlock';
import type { CastState } from './castState';
import { type CastIdentity, Checkpoint, type CheckpointFile } from './checkpoint';
import { lockCheckpoint } from './checkpointLock';
import { PartialHits } from './partialHits';

/** How often a checkpoint is saved, in milliseconds. */
const SAVE_INTERVAL = 1000;

/** The target of the hits, which is a file. */
export interface HitsTarget extends Target {
  place: string;
}

/** The hits of a cast that can be resumed: a checkpoint, and a file of partial hits that replaces the target once it is whole. */
export class ResumableHits {
  private constructor(
    private readonly target: HitsTarget,
    private readonly partial: string,
    private readonly checkpoint: Checkpoint,
  ) {}

  /**
   * Locks the checkpoint, and finds out how far the cast has come. Nothing is written.
   *
   * @throws InputError if the checkpoint is of another cast or in use, or if the hits are not those that the cast has written.
   */
  static async open(target: HitsTarget, checkpointFile: CheckpointFile, cast: CastIdentity): Promise<ResumableHits> {
    await lockCheckpoint(checkpointFile);
    const checkpoint = await Checkpoint.open(checkpointFile, cast);
    const hits = new ResumableHits(target, partialPath(target.place, checkpointFile.place), checkpoint);
    const { state } = checkpoint;
    if (state?.isComplete === true) await hits.#checkComplete(state);
    else if (state !== null) await hits.#checkPartial(state);
    return hits;
  }

  /** How far the cast has come. Null if no ray is answered yet. */
  get state(): CastState | null {
    return this.checkpoint.state;
  }

  /** Writes the answers to the rays that were left. */
  async write(answered: AsyncIterable<AnsweredBlock>): Promise<void> {
    const { checkpoint, target } = this;
    let { rays, hitBytes, place } = checkpoint.state ?? { rays: 0, hitBytes: 0, place: START };
    const hits = await PartialHits.open(this.partial, hitBytes, target.present);
    try {
      let savedAt = performance.now();
      for await (const { bytes, rayCount, end } of answered) {
        await hits.append(bytes);
        checkpoint.add(bytes);
        rays += rayCount;
        hitBytes += bytes.length;
        place = end;
        if (performance.now() - savedAt < SAVE_INTERVAL) continue;
        await hits.sync();
        await checkpoint.save({ rays, hitBytes, place, isComplete: false });
        savedAt = performance.now();
      }
      await hits.sync();
      await checkpoint.save({ rays, hitBytes, place, isComplete: true });
      await hits.replace(target.place);
    } finally {
      await hits.close();
      await checkpoint.close();
      // Hits without a state in the checkpoint are of no use.
      if (checkpoint.state === null) await rm(this.partial, { force: true });
    }
  }

  /** Checks the hits of a cast that is complete. */
  async #checkComplete(state: CastState): Promise<void> {
    const { target, checkpoint, partial } = this;
    const { name, place } = target;
    const isWhole = async (path: string): Promise<boolean> =>
      (await sizeOf(path)) === state.hitBytes && (await this.#countFitting(path)) === checkpoint.stateCount;
    if (!(await isWhole(place))) {
      if (!(await isWhole(partial))) {
        throw new InputError(
          `${name}: these are not the hits of the cast that ${checkpoint.name} calls complete: ` +
            'restore them, or remove the checkpoint to cast again',
        );
      }
      // The cast was killed before the last step.
      const hits = await PartialHits.open(partial, state.hitBytes, target.present);
      await hits.replace(place);
      await hits.close();
    }
    print(
      `${checkpoint.name}: this cast is complete, ${name} has the hits of its ${state.rays} rays. ` +
        'To cast again, remove the checkpoint',
    );
  }

  /** Checks the partial hits of a cast. If only some of them are right, the cast goes on after these. */
  async #checkPartial(state: CastState): Promise<void> {
    const { checkpoint, partial } = this;
    const { name, stateCount } = checkpoint;
    const fitting = await this.#countFitting(partial);
    if (fitting === 0) {
      throw new InputError(
        `${partial}: these are not the hits that the checkpoint ${name} is about: ` +
          'restore them, or remove the checkpoint to begin again',
      );
    }
    checkpoint.keep(fitting);
    const { rays, hitBytes } = checkpoint.state ?? state;
    if (fitting < stateCount) {
      print(`${partial}: the hits after byte ${hitBytes} are damaged or missing: their rays are cast again`);
    }
    print(`${name}: the cast goes on after ${rays} rays`);
  }

  /** Returns how many states of the checkpoint fit a file of hits. */
  async #countFitting(path: string): Promise<number> {
    const size = await sizeOf(path);
    if (size === null) return 0;
    const progress = new Progress();
    progress.start('checking hits', size);
    try {
      return await this.checkpoint.countFitting(progress.watch(createReadStream(path, { highWaterMark: 1 << 20 })));
    } finally {
      progress.stop();
    }
  }
}

/** Returns the path of the partial hits. It has a hash of the checkpoint's path: each checkpoint has partial hits of its own. */
function partialPath(hits: string, checkpoint: string): string {
  const hash = createHash('sha256').update(checkpoint).digest('hex').slice(0, 16);
  return `${hits}.${hash}.partial`;
}

/** Returns the size of a regular file in bytes. Null if there is none. */
async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true ? stats.size : null;
}

function print(message: string): void {
  process.stderr.write(`${escaped(message)}\n`);
}
