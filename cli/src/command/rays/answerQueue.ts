import type { RayAnswers } from 'slabtree-cli/cluster';

type Integers = Int32Array<ArrayBuffer>;
type Floats = Float64Array<ArrayBuffer>;

/** Answers in memory that nothing else uses, so that they can be moved to a thread. */
export interface OwnAnswers extends RayAnswers {
  ids: Integers | Floats;
  ts: Floats;
  triangles?: Integers;
  us?: Floats;
  vs?: Floats;
}

const COLUMNS = ['ids', 'ts', 'triangles', 'us', 'vs'] as const;

/** Returns the arrays of answers. */
export function columnsOf(answers: OwnAnswers): (Integers | Floats)[] {
  return COLUMNS.flatMap((column) => answers[column] ?? []);
}

/** Answers to rays, which are added in parts of any size and taken out in others, in the same order. */
export class AnswerQueue {
  readonly #parts: RayAnswers[] = [];
  /** How many answers of the first part have been taken. */
  #taken = 0;
  #length = 0;

  /** @param hasTriangles whether the answers have triangles. */
  constructor(private readonly hasTriangles: boolean) {}

  /** The number of rays whose answers are in the queue. */
  get length(): number {
    return this.#length;
  }

  add(part: RayAnswers): void {
    this.#parts.push(part);
    this.#length += part.ids.length;
  }

  /** Takes the answers to the next `count` rays, which must be in the queue. */
  take(count: number): OwnAnswers {
    const hasWideIds = this.#parts.some(({ ids }) => ids instanceof Float64Array);
    const answers: OwnAnswers = {
      ids: hasWideIds ? new Float64Array(count) : new Int32Array(count),
      ts: new Float64Array(count),
      ...(this.hasTriangles && {
        triangles: new Int32Array(count),
        us: new Float64Array(count),
        vs: new Float64Array(count),
      }),
    };
    for (let done = 0; done < count;) {
      const [part] = this.#parts;
      const end = Math.min(part.ids.length, this.#taken + count - done);
      for (const column of COLUMNS) {
        const numbers = part[column]?.subarray(this.#taken, end);
        if (numbers !== undefined) answers[column]?.set(numbers, done);
      }
      done += end - this.#taken;
      this.#taken = end;
      if (end < part.ids.length) continue;
      this.#parts.shift();
      this.#taken = 0;
    }
    this.#length -= count;
    return answers;
  }
}
