/**
 * A pool of working spaces, which calls take one after another. Most often there is one: only a nested call, which a getter of an
 * argument or a callback makes, takes another. If a call throws, its space is dropped.
 */
export class Reusable<Space> {
  readonly #make: () => Space;
  #idle: Space | null = null;
  /** Idle spaces beyond the first. There are some only if calls were nested. */
  readonly #others: Space[] = [];

  constructor(make: () => Space) {
    this.#make = make;
  }

  take(): Space {
    const space = this.#idle ?? this.#others.pop() ?? this.#make();
    this.#idle = null;
    return space;
  }

  giveBack(space: Space): void {
    if (this.#idle !== null) this.#others.push(this.#idle);
    this.#idle = space;
  }
}
