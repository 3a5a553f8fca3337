import type { NameRun } from 'slabtree';
import { type BoxRecords, copyRecord, idAt, recordBytes, recordsOn, writeCentre } from '../spill/boxRecords';
import { SpilledBoxes } from '../spill/spilledBoxes';
import { RunCursor } from '../spill/spilledNames';
import type { TemporaryFiles } from '../files/temporaryFiles';
import { cutSpace, SpaceTree } from '../cut/cutSpace';
import { Points } from '../cut/points';

/** A job for a thread: boxes that lie near each other, from which the thread builds tiles. */
export interface TileJob {
  /** The records of the job's boxes, in the order of the boxes' ids. */
  readonly records: Uint8Array<ArrayBuffer>;
  readonly boxes: number;
  readonly tiles: number;
  /** The runs of names that name the job's boxes. The runs have global ids. */
  readonly runs: readonly NameRun[];
}

export interface CutSettings {
  readonly boxesPerTile: number;
  /** About how many bytes of box records are sorted in memory at once. */
  readonly sortedBytes: number;
}

/** The most parts of space into which boxes are spilled at once. Each part is a temporary file. */
const MOST_PARTS = 256;
/** The factor of parts made to parts needed: a sample predicts the sizes of parts roughly, and few parts should be too large. */
const MORE_PARTS = 1.4;
/** The most tiles of a job: enough that threads do not wait for each other, few enough that jobs take little memory. */
const TILES_PER_JOB = 16;
/** The most bytes of all buffers of spilled parts together. {@link LEAST_BUFFERED} is the fewest bytes of one buffer. */
const BUFFERED = 32 << 20;
const LEAST_BUFFERED = 1 << 16;

/**
 * Cuts boxes into jobs by the cells of a k-d tree, and yields the jobs. Boxes that do not fit in memory are first spilled again,
 * to parts of space that fit. Closes `boxes`.
 *
 * @param onSpilled called with the number of boxes that have been spilled again. It may throw to stop the work.
 */
export async function* tileJobs(
  files: TemporaryFiles,
  boxes: SpilledBoxes,
  settings: CutSettings,
  onSpilled: (count: number) => Promise<void>,
  isAlike = false,
): AsyncGenerator<TileJob> {
  if (boxes.memory <= settings.sortedBytes || boxes.count <= settings.boxesPerTile) {
    yield* jobsInMemory(boxes, settings.boxesPerTile);
    return;
  }
  const parts = await spillAgain(files, boxes, settings, onSpilled, isAlike);
  boxes.close();
  for (const part of parts) {
    // If one part of space has all boxes, no plane separates the centres of the boxes.
    if (part.count > 0) yield* tileJobs(files, part, settings, onSpilled, part.count === boxes.count);
    else part.close();
  }
}

/** Spills boxes to parts of space. @param isAlike whether all centres are equal: the boxes are then divided by their order. */
async function spillAgain(
  files: TemporaryFiles,
  boxes: SpilledBoxes,
  { sortedBytes }: CutSettings,
  onSpilled: (count: number) => Promise<void>,
  isAlike: boolean,
): Promise<SpilledBoxes[]> {
  const wanted = Math.max(2, Math.min(Math.ceil((MORE_PARTS * boxes.memory) / sortedBytes), MOST_PARTS));
  const tree = new SpaceTree(isAlike ? [] : boxes.sample.points, wanted);
  const isCut = tree.parts > 1;
  const buffered = Math.max(LEAST_BUFFERED, Math.floor(BUFFERED / wanted / 8) * 8);
  const parts = Array.from({ length: isCut ? tree.parts : wanted }, () => new SpilledBoxes(files, buffered));
  const names = new RunCursor(boxes.names.runs());
  const centre = new Float64Array(3);
  let passed = 0;
  for (const { records, end } of boxes.blocks()) {
    const before = passed;
    for (let at = 0; at < end; at += recordBytes(records, at)) {
      writeCentre(records, at, centre);
      const part = parts[isCut ? tree.find(centre) : Math.floor((passed * wanted) / boxes.count)];
      part.add(records, at, centre);
      const run = names.at(idAt(records, at));
      if (run !== null) part.names.add(run);
      passed++;
    }
    await onSpilled(passed - before);
  }
  return parts;
}

function* jobsInMemory(boxes: SpilledBoxes, boxesPerTile: number): Generator<TileJob> {
  const { count } = boxes;
  const records = boxes.readAll();
  const runs = [...boxes.names.runs()];
  boxes.close();
  if (count === 0) return;
  const places = placesOf(records, count);
  const centres = centresOf(records, places);
  const all = { from: 0, end: count, tiles: Math.ceil(count / boxesPerTile) };
  for (const { from, end, tiles } of cutSpace(centres, all, TILES_PER_JOB)) {
    const chosen = Float64Array.from(centres.numbers(from, end), (box) => places[box]);
    yield { ...gather(records, chosen, runs), boxes: end - from, tiles };
  }
}

/** Returns the byte at which the record of each box begins. */
export function placesOf(records: BoxRecords, count: number): Float64Array {
  const places = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    places[i] = at;
    at += recordBytes(records, at);
  }
  return places;
}

export function centresOf(records: BoxRecords, places: Float64Array): Points {
  return new Points(places.length, (i, out) => {
    writeCentre(records, places[i], out);
  });
}

/**
 * Copies the records of the boxes of a tile, and finds the names that users have given to runs of consecutive boxes among them.
 *
 * @param places where the records of the boxes begin, in the order of the boxes' ids.
 */
function gather(
  records: BoxRecords,
  places: Float64Array,
  runs: readonly NameRun[],
): Pick<TileJob, 'records' | 'runs'> {
  let bytes = 0;
  for (const place of places) bytes += recordBytes(records, place);
  const own = recordsOn(new ArrayBuffer(bytes));
  let at = 0;
  for (const place of places) at += copyRecord(records, place, own, at);
  return { records: own.bytes, runs: runs.length === 0 ? runs : runsOf(records, places, runs) };
}

/** Returns the runs of names that name the boxes whose records are at `places`. */
function runsOf(records: BoxRecords, places: Float64Array, runs: readonly NameRun[]): NameRun[] {
  const names = new RunCursor(runs);
  const own: NameRun[] = [];
  for (const place of places) {
    const run = names.at(idAt(records, place));
    if (run !== null && run !== own.at(-1)) own.push(run);
  }
  return own;
}
