import { Reservoir } from '../cut/reservoir';
import { type BoxRecords, copyRecord, MOST_RECORD_BYTES, recordsOn, writeCentre, writeRecord } from './boxRecords';
import type { BoxStore } from '../../bvh/boxes/boxStore';
import { SpilledNames } from './spilledNames';
import type { TemporaryFile, TemporaryFiles } from '../files/temporaryFiles';

/** Boxes in a temporary file, in the order of their ids, with the boxes' names and a sample of their centres. */
export class SpilledBoxes {
  readonly names: SpilledNames;
  readonly sample = new Reservoir();
  count = 0;
  readonly #file: TemporaryFile;
  readonly #buffered: BoxRecords;
  #used = 0;
  #written = 0;
  /** The length in bytes of each write to the temporary file. Each write has whole box records only. */
  readonly #writes: number[] = [];
  readonly #centre = new Float64Array(3);

  /** @param bufferBytes how many bytes of box records are written to the temporary file at once. */
  constructor(files: TemporaryFiles, bufferBytes: number) {
    this.#file = files.open();
    this.names = new SpilledNames(files);
    this.#buffered = recordsOn(new ArrayBuffer(Math.max(bufferBytes, MOST_RECORD_BYTES)));
  }

  /** About how many bytes all spilled boxes and their names would take in memory. */
  get memory(): number {
    return this.#written + this.#used + this.names.memory;
  }

  /** Adds the boxes of a store that has no free ids. The global ids of the boxes begin at `firstId`. */
  addAll(boxes: BoxStore, firstId: number): void {
    for (let id = 0; id < boxes.idLimit; id++) {
      this.#reserve();
      const bytes = writeRecord(boxes, id, firstId + id, this.#buffered, this.#used);
      writeCentre(this.#buffered, this.#used, this.#centre);
      this.#count(bytes);
    }
  }

  add(records: BoxRecords, at: number, centre: Float64Array): void {
    this.#reserve();
    const bytes = copyRecord(records, at, this.#buffered, this.#used);
    this.#centre.set(centre);
    this.#count(bytes);
  }

  #count(bytes: number): void {
    this.#used += bytes;
    this.count++;
    this.sample.add(this.#centre);
  }

  #reserve(): void {
    if (this.#used + MOST_RECORD_BYTES > this.#buffered.bytes.length) this.#flush();
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#file.write(this.#buffered.bytes.subarray(0, this.#used), this.#written);
    this.#writes.push(this.#used);
    this.#written += this.#used;
    this.#used = 0;
  }

  /** Yields the box records in parts, each with its length in bytes. The next part overwrites the records of the last part. */
  *blocks(): Generator<{ records: BoxRecords; end: number }> {
    this.#flush();
    const records = recordsOn(new ArrayBuffer(this.#buffered.bytes.length));
    let at = 0;
    for (const end of this.#writes) {
      this.#file.read(records.bytes.subarray(0, end), at);
      yield { records, end };
      at += end;
    }
  }

  readAll(): BoxRecords {
    this.#flush();
    const records = recordsOn(new ArrayBuffer(this.#written));
    this.#file.read(records.bytes, 0);
    return records;
  }

  close(): void {
    this.#file.close();
    this.names.close();
  }
}
