/**
 * A pool of one working space, which calls take one after another. A getter of an argument may make a nested call,
 * which then gets a new space. If a call throws, its space is dropped.
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
