/**
 * Working space that a call has to itself, and then leaves to the next call. A getter of an argument may make the same
 * call while the first one still runs: the second call then gets a space of its own. If a call throws, its space is
 * dropped.
 */
export class Reusable<Space> {
  readonly #make: () => Space;
  #idle: Space | null = null;

  constructor(make: () => Space) {
    this.#make = make;
  }

  take(): Space {
    const space = this.#idle ?? this.#make();
    this.#idle = null;
    return space;
  }

  giveBack(space: Space): void {
    this.#idle = space;
  }
}
