import { isatty } from 'node:tty';
import { type InputPlace, START } from '../input/inputPlace';
import type { AnsweredBlock } from './answeredBlock';
import { Progress } from '../output/progress';
import { STANDARD_OUTPUT } from '../output/standardOutput';

/** The rays of a block that a cluster casts. */
const CLUSTER_BLOCK_RAYS = 65_536;

/** The part of a cast that was done before it began. */
interface Begun {
  rays: number;
  place: InputPlace;
}

/** Shows how far a cast of many rays has come. */
export class CastProgress {
  readonly #progress: Progress;
  readonly #startedAt = performance.now();
  readonly #begun: Begun;
  #rays: number;
  #blocks = 0;
  /** How many rays were sent to a cluster. Null if no cluster casts them. */
  #sent: number | null = null;
  /** How many workers of the cluster run. Null if that is unknown. */
  #workers: number | null = null;

  /**
   * @param inputBytes the size of the file of rays. 0 if it is unknown.
   * @param isPrinted whether the answers are printed. Then nothing is shown if they go to a terminal.
   */
  constructor(
    inputBytes: number,
    isPrinted: boolean,
    begun: Begun = { rays: 0, place: START },
    progress = new Progress(),
  ) {
    this.#progress = progress;
    this.#begun = begun;
    this.#rays = begun.rays;
    if (isPrinted && isatty(STANDARD_OUTPUT)) return;
    this.#progress.start('casting', inputBytes);
    this.#progress.advance(begun.place.byte);
  }

  /** Counts rays that were sent to a cluster. */
  send(rayCount: number): void {
    this.#sent = (this.#sent ?? this.#begun.rays) + rayCount;
  }

  /** Shows how many workers of the cluster run. */
  setWorkers(count: number): void {
    this.#workers = count;
    this.#progress.advance(0, this.#detail());
  }

  /** Yields blocks unchanged, and shows that they are answered. */
  async *watch(answered: AsyncIterable<AnsweredBlock>): AsyncGenerator<AnsweredBlock> {
    let { byte } = this.#begun.place;
    for await (const block of answered) {
      yield block;
      this.#rays += block.rayCount;
      this.#blocks++;
      this.#progress.advance(block.end.byte - byte, this.#detail());
      byte = block.end.byte;
    }
  }

  /** Prints a message. */
  note(message: string): void {
    this.#progress.note(message);
  }

  stop(): void {
    this.#progress.stop();
  }

  #detail(): string {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const speed = Math.round((this.#rays - this.#begun.rays) / seconds);
    const done = `${counted(this.#rays)} rays, ${counted(speed)}/s, ${counted(this.#blocks)} blocks`;
    if (this.#sent === null) return done;
    const underWay = Math.ceil((this.#sent - this.#rays) / CLUSTER_BLOCK_RAYS);
    const workers = this.#workers === null ? '' : `, ${counted(this.#workers)} worker${this.#workers === 1 ? '' : 's'}`;
    return `${done}, ${counted(underWay)} under way${workers}`;
  }
}

/** Returns a count with commas between its thousands. */
function counted(count: number): string {
  return count.toLocaleString('en');
}
