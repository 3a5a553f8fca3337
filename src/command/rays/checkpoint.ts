import { open, readFile, rename, rm } from 'node:fs/promises';
import type { InputPlace } from '../input/inputPlace';
import { InputError, isSystemError } from '../text/errors';
import { shown } from '../text/showText';

/** How far a cast of many rays has come. */
export interface CastState {
  /** How many rays are answered. */
  rays: number;
  /** How many bytes of hits these answers are. */
  hitBytes: number;
  /** Where in the file of rays the next ray begins. */
  place: InputPlace;
}

/** What the hits of a cast depend on, in words: by `scene`, the size and the hash of the scene, and so on. */
export type CastIdentity = Readonly<Record<string, string>>;

/**
 * The checkpoint of a cast: a file that says how far the cast has come. It is replaced in one step, so it is whole after a crash
 * at any time.
 */
export class Checkpoint {
  private constructor(
    readonly path: string,
    private readonly cast: CastIdentity,
    /** How far the cast had come when the checkpoint was saved. Null if there is no checkpoint yet. */
    readonly state: CastState | null,
  ) {}

  /**
   * Reads a checkpoint, if there is one.
   *
   * @throws InputError if it is a checkpoint of another cast, or no checkpoint.
   */
  static async open(path: string, cast: CastIdentity): Promise<Checkpoint> {
    const text = await textOf(path);
    if (text === null) return new Checkpoint(path, cast, null);
    const saved = savedIn(text);
    if (saved === null) {
      throw new InputError(`${path}: this is no checkpoint of a cast: give another file, or remove it`);
    }
    for (const [what, value] of Object.entries(cast)) {
      const before = saved.cast[what];
      if (before === value) continue;
      throw new InputError(
        `${path}: this is the checkpoint of another cast: its ${what} was ${shown(before)} and is now ${shown(value)}: ` +
          'cast as before, or remove the checkpoint to begin again',
      );
    }
    return new Checkpoint(path, cast, saved.state);
  }

  /** Replaces the checkpoint. The hits must be on their disk. */
  async save(state: CastState): Promise<void> {
    const next = `${this.path}.next`;
    const file = await open(next, 'w');
    try {
      await file.writeFile(`${JSON.stringify({ cast: this.cast, state }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, this.path);
  }

  /** Removes the checkpoint of a cast that is done. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(`${this.path}.next`, { force: true });
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (isSystemError(thrown) && thrown.code === 'ENOENT') return null;
    throw thrown;
  }
}

/** Returns what a checkpoint holds, or null if the text is no checkpoint. */
function savedIn(text: string): { cast: Record<string, unknown>; state: CastState } | null {
  try {
    const { cast, state } = membersOf(JSON.parse(text));
    const { rays, hitBytes, place } = membersOf(state);
    const { byte, line } = membersOf(place);
    return {
      cast: membersOf(cast),
      state: { rays: countIn(rays), hitBytes: countIn(hitBytes), place: { byte: countIn(byte), line: countIn(line) } },
    };
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('expected an object');
  return value as Record<string, unknown>;
}

function countIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new TypeError('expected a count');
  return value;
}
