import { element } from '../site/element';
import { TimeReadout } from '../site/timeReadout';

/** How the objects under the pointer are found. */
export type Way = 'moves' | 'index' | 'stock';
export const ways: readonly Way[] = ['moves', 'index', 'stock'];

/** A move may be faster than the clock of a page ticks. The times of so many are added. */
const TOGETHER = 10;

/** Shows how long the page handles moves of the pointer over an element. */
export class TimedMoves {
  #way: Way = 'moves';
  readonly #readouts = new Map<Way, TimeReadout>();
  #start = 0;
  #time = 0;
  #count = 0;

  constructor(target: HTMLElement) {
    for (const way of ways) this.#readouts.set(way, new TimeReadout(element(`${way}-time`, HTMLOutputElement)));
    const isOver = (event: Event) => event.target === target;
    // The first listener of the page, and the last.
    window.addEventListener(
      'pointermove',
      (event) => {
        if (isOver(event)) this.#start = performance.now();
      },
      { capture: true },
    );
    window.addEventListener('pointermove', (event) => {
      if (isOver(event)) this.add(performance.now() - this.#start);
    });
  }

  /** The way of the moves from now on. */
  set way(way: Way) {
    this.#way = way;
    this.#time = 0;
    this.#count = 0;
  }

  get way(): Way {
    return this.#way;
  }

  /** Shows how long a move has taken. */
  note(milliseconds: number): void {
    this.#readouts.get(this.#way)?.note(milliseconds);
  }

  /** Forgets the times of this way. */
  forget(): void {
    this.#readouts.get(this.#way)?.forget();
  }

  /** How long a move takes each way, in milliseconds. Null unless all ways have been timed. */
  get medians(): readonly number[] | null {
    const readouts = [...this.#readouts.values()];
    return readouts.every(({ isTimed }) => isTimed) ? readouts.map(({ median }) => median) : null;
  }

  /** Adds the time of one move, and shows the mean of many. */
  add(milliseconds: number): void {
    this.#time += milliseconds;
    if (++this.#count < TOGETHER) return;
    this.note(this.#time / TOGETHER);
    this.#time = 0;
    this.#count = 0;
  }
}
