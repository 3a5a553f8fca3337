import { type EventManager, events, type RootStore } from '@react-three/fiber';
import { element } from '../site/element';
import { TimeReadout } from '../site/timeReadout';
import { movesByIndex } from './movesByIndex';

export type Way = 'moves' | 'index' | 'stock';
export const ways: readonly Way[] = ['moves', 'index', 'stock'];

/** A move may be faster than the clock of a page ticks. The times of so many are added. */
const TOGETHER = 10;

/** Events that find the pointer one way or another, and tell how long their moves take. */
export class TimedWays {
  way: Way = 'moves';
  readonly #moves = new Map<Way, (event: PointerEvent) => void>();
  readonly #readouts = new Map<Way, TimeReadout>();
  #time = 0;
  #count = 0;

  constructor() {
    for (const way of ways) this.#readouts.set(way, new TimeReadout(element(`${way}-time`, HTMLOutputElement)));
  }

  /** What `<Canvas>` gets as `events`. */
  readonly events = (store: RootStore): EventManager<HTMLElement> => {
    const stock = events(store).handlers?.onPointerMove;
    const manager = movesByIndex(store);
    const moves = manager.handlers?.onPointerMove;
    if (!stock || !moves) throw new TypeError('react-three-fiber has no handlers of moves');
    this.#moves.set('moves', moves).set('index', stock).set('stock', stock);
    const onPointerMove = (event: PointerEvent) => {
      this.#timed(event);
    };
    return Object.assign(manager, { handlers: { ...manager.handlers, onPointerMove } });
  };

  /** A move of the pointer, not timed. */
  move(event: PointerEvent): void {
    this.#moves.get(this.way)?.(event);
  }

  /** Shows how long a move has taken. */
  note(milliseconds: number): void {
    this.#readouts.get(this.way)?.note(milliseconds);
  }

  forget(): void {
    this.#time = 0;
    this.#count = 0;
  }

  #timed(event: PointerEvent): void {
    const start = performance.now();
    this.move(event);
    this.#time += performance.now() - start;
    if (++this.#count < TOGETHER) return;
    this.note(this.#time / TOGETHER);
    this.forget();
  }
}
