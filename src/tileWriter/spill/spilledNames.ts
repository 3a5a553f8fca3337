import type { NameRun } from 'slabtree';
import type { TemporaryFile, TemporaryFiles } from '../files/temporaryFiles';
import { ID_LIMIT } from '../../bvh/layout/nodeLayout';

/** How many bytes of runs of names are read at once, and after how many characters buffered runs are written to the file. */
const BUFFERED = 1 << 16;
/** How many bytes a run of names takes in memory, besides the characters of its JSON. Measured. */
const RUN_BYTES = 160;

/** Runs of names in a temporary file, in the order of the runs' first ids. Each run is a line of JSON. */
export class SpilledNames {
  readonly #files: TemporaryFiles;
  /** The temporary file of the runs of names. Null until the first run is written, because most boxes have no names. */
  #file: TemporaryFile | null = null;
  #text = '';
  #written = 0;
  #last: NameRun | null = null;
  /** About how many bytes all runs of names would take in memory. */
  memory = 0;

  constructor(files: TemporaryFiles) {
    this.#files = files;
  }

  /** Adds a run of names. Does nothing if `run` is also the run that was added last. */
  add(run: NameRun): void {
    if (run === this.#last) return;
    this.#last = run;
    const line = `${JSON.stringify(run)}\n`;
    this.#text += line;
    this.memory += RUN_BYTES + 2 * line.length;
    if (this.#text.length >= BUFFERED) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#file ??= this.#files.open();
    this.#file.write(bytes, this.#written);
    this.#written += bytes.length;
    this.#text = '';
  }

  /** Yields all runs of names, in order. Runs that are added during the iteration are left out. */
  *runs(): Generator<NameRun> {
    if (this.#text !== '') this.#flush();
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < this.#written; at += BUFFERED) {
      const bytes = Buffer.alloc(Math.min(BUFFERED, this.#written - at));
      this.#file?.read(bytes, at);
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      let begin = 0;
      // A line feed is one byte in UTF-8, and the JSON of a run contains none, so each line feed ends a run.
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a, begin)) {
        yield JSON.parse(rest.toString('utf8', begin, end)) as NameRun;
        begin = end + 1;
      }
      rest = rest.subarray(begin);
    }
  }

  close(): void {
    this.#file?.close();
  }
}

/** Finds the run of names for each of many ids. The ids must not decrease from call to call. */
export class RunCursor {
  readonly #runs: Iterator<NameRun>;
  #current: NameRun | null = null;
  #next: NameRun | null;

  constructor(runs: Iterable<NameRun>) {
    this.#runs = runs[Symbol.iterator]();
    this.#next = this.#take();
  }

  /** Returns the run that names the box with an id. Returns null if no run begins at the id or before it. */
  at(id: number): NameRun | null {
    while (this.#next !== null && this.#next[0] <= id) {
      this.#current = this.#next;
      this.#next = this.#take();
    }
    return this.#current;
  }

  #take(): NameRun | null {
    const step = this.#runs.next();
    return step.done === true ? null : step.value;
  }
}

/**
 * Returns the runs of names of some boxes. In place of a global id, the returned runs have the index of the id in `ids`.
 *
 * @param ids the global ids of the boxes, in increasing order.
 * @param runs runs by global ids that name these boxes, and perhaps other boxes.
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

/** Returns a box's instance number. Undefined if the box's run of names has no instance numbers, or the number is too large. */
function instanceOf([firstId, , firstInstance]: NameRun, id: number): number | undefined {
  if (firstInstance === undefined) return undefined;
  const instance = firstInstance + id - firstId;
  return instance < ID_LIMIT ? instance : undefined;
}
