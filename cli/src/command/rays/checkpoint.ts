import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { InputError, isSystemError, naming } from '../text/errors';
import { shown } from '../text/showText';
import { BlockSums } from './blockSums';
import type { CastState } from './castState';

/** The two paths of a checkpoint file: one for messages, and one that identifies the file. */
export interface CheckpointFile {
  /** The path as the user wrote it, for messages. */
  readonly name: string;
  /** The path with all links resolved. Two casts with the same checkpoint have the same `place`, whatever path each was given. */
  readonly place: string;
}

/** What the hits of a cast depend on, in words: by `scene`, the size and the hash of the scene, and so on. */
export type CastIdentity = Readonly<Record<string, string>>;

/** A line of a checkpoint after the first: a state of the cast, and the checksum of the hits since the state before it. */
interface Entry {
  state: CastState;
  sum: string;
  /** Where the line ends in the checkpoint, in bytes. */
  end: number;
}

/**
 * The checkpoint of a cast: a file that says how far the cast has come. Its first line says what is cast, and each further line
 * has a state of the cast and a checksum of hits: see {@link BlockSums}. Lines are only added, so a crash leaves at most one
 * line that is not whole, which does not count.
 */
export class Checkpoint {
  /** The file for writing. Null before the first {@link save}. */
  #file: FileHandle | null = null;
  /** The checksum of the hits since the last state. */
  #sums: BlockSums;

  private constructor(
    private readonly checkpointFile: CheckpointFile,
    private readonly firstLine: string,
    private readonly entries: Entry[],
  ) {
    this.#sums = new BlockSums(firstLine);
  }

  /**
   * Reads a checkpoint, if there is one.
   *
   * @throws InputError if it is a checkpoint of another cast, or no checkpoint.
   */
  static async open(file: CheckpointFile, cast: CastIdentity): Promise<Checkpoint> {
    const firstLine = `${JSON.stringify({ cast })}\n`;
    const text = await textOf(file.place);
    if (firstLine.startsWith(text)) return new Checkpoint(file, firstLine, []);
    const saved = castIn(text);
    if (saved === null) {
      throw new InputError(`${file.name}: this is no checkpoint of a cast: give another file, or remove it`);
    }
    for (const [what, value] of Object.entries(cast)) {
      const before = saved[what];
      if (before === value) continue;
      throw new InputError(
        `${file.name}: this is the checkpoint of another cast: its ${what} was ${shown(before)} and is now ${shown(value)}: ` +
          'cast as before, or remove the checkpoint to begin again',
      );
    }
    return new Checkpoint(file, firstLine, entriesIn(text));
  }

  /** The path of the checkpoint, as the user wrote it. */
  get name(): string {
    return this.checkpointFile.name;
  }

  /** The last state of the cast. Null if none was saved. */
  get state(): CastState | null {
    return this.entries.at(-1)?.state ?? null;
  }

  /** The number of states that were saved. */
  get stateCount(): number {
    return this.entries.length;
  }

  /**
   * Returns how many of the states, from the first on, fit the given hits. A state fits if the hits up to its place are the hits that
   * were written before the state was saved.
   */
  async countFitting(hits: AsyncIterable<Uint8Array>): Promise<number> {
    const { entries } = this;
    const sums = new BlockSums(this.firstLine);
    let count = 0;
    let at = 0;
    /** Counts the states at this place. Returns whether more states follow. */
    const goesOn = (): boolean => {
      for (; count < entries.length && entries[count].state.hitBytes === at; count++) {
        if (sums.end(entries[count].state) !== entries[count].sum) return false;
      }
      return count < entries.length;
    };
    if (!goesOn()) return count;
    for await (const chunk of hits) {
      for (let from = 0; from < chunk.length;) {
        const block = chunk.subarray(from, from + entries[count].state.hitBytes - at);
        sums.add(block);
        from += block.length;
        at += block.length;
        if (!goesOn()) return count;
      }
    }
    return count;
  }

  /** Forgets all states but the first `count`. */
  keep(count: number): void {
    this.entries.length = count;
    this.#sums = new BlockSums(this.entries.at(-1)?.sum ?? this.firstLine);
  }

  /** Adds hits to the checksum of the next state. */
  add(hits: Uint8Array): void {
    this.#sums.add(hits);
  }

  /** Adds a state. The hits must be on their disk. A state that cannot be written leaves the checkpoint as it was. */
  async save(state: CastState): Promise<void> {
    const { name, place } = this.checkpointFile;
    const sum = this.#sums.end(state);
    await naming(name, async () => {
      const end = this.entries.at(-1)?.end ?? 0;
      const text = `${end === 0 ? this.firstLine : ''}${lineOf(state, sum)}`;
      const file = (this.#file ??= await open(place, 'a'));
      try {
        // What a crash has left of a line is cut off.
        await file.truncate(end);
        await file.appendFile(text);
        await file.sync();
      } catch (thrown) {
        if (end === 0) await rm(place, { force: true });
        else await file.truncate(end);
        throw thrown;
      }
      this.entries.push({ state, sum, end: end + Buffer.byteLength(text) });
    });
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** Returns the text of a file. Empty if there is no such file. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (isSystemError(thrown) && thrown.code === 'ENOENT') return '';
    throw thrown;
  }
}

function lineOf({ rays, hitBytes, place, isComplete }: CastState, sum: string): string {
  return `${JSON.stringify({ rays, hitBytes, place, isComplete, sum })}\n`;
}

/** Returns what a checkpoint says about its cast, or null if the text is no checkpoint. */
function castIn(text: string): Record<string, unknown> | null {
  const [first] = text.split('\n', 1);
  return orNull(() => membersOf(membersOf(JSON.parse(first))['cast']));
}

/** Returns the entries of a checkpoint, up to the first line that is not whole. */
function entriesIn(text: string): Entry[] {
  const [first, ...lines] = text.split('\n').slice(0, -1);
  const entries: Entry[] = [];
  let end = Buffer.byteLength(first) + 1;
  for (const line of lines) {
    end += Buffer.byteLength(line) + 1;
    const entry = orNull(() => entryIn(line, end));
    if (entry === null || entry.state.hitBytes < (entries.at(-1)?.state.hitBytes ?? 0)) break;
    entries.push(entry);
  }
  return entries;
}

function entryIn(line: string, end: number): Entry {
  const { rays, hitBytes, place, isComplete, sum } = membersOf(JSON.parse(line));
  const { byte, line: number } = membersOf(place);
  return {
    state: {
      rays: countIn(rays),
      hitBytes: countIn(hitBytes),
      place: { byte: countIn(byte), line: countIn(number) },
      isComplete: isComplete === true,
    },
    sum: String(sum),
    end,
  };
}

/** Returns what is read from a text, or null if the text is not what was expected. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
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
