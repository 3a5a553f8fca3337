/**
 * Working space that a call has to itself, and leaves to the next one. A getter of its arguments may make the same call in the
 * middle of it, which then gets another space; what a call that throws has had is dropped.
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
