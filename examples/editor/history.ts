import type { Mesh } from 'three';

/** Something done to shapes, which can be undone and done again. */
export interface Command {
  /** What is done, for the reader: "Move 3 shapes". */
  readonly name: string;
  readonly shapes: readonly Mesh[];
  apply(): void;
  revert(): void;
}

/** What has been done, and what has been undone and may be done again. */
export class History {
  readonly #done: Command[] = [];
  readonly #undone: Command[] = [];

  /** What `undo` would take back. */
  get last(): Command | undefined {
    return this.#done.at(-1);
  }

  /** What `redo` would do again. */
  get next(): Command | undefined {
    return this.#undone.at(-1);
  }

  /** Does something new: what was undone before can no longer be done again. */
  do(command: Command): void {
    command.apply();
    this.#done.push(command);
    this.#undone.length = 0;
  }

  /** Takes back what was done last, and returns it; undefined where there is nothing. */
  undo(): Command | undefined {
    const command = this.#done.pop();
    if (command === undefined) return undefined;
    command.revert();
    this.#undone.push(command);
    return command;
  }

  /** Does again what was undone last, and returns it; undefined where there is nothing. */
  redo(): Command | undefined {
    const command = this.#undone.pop();
    if (command === undefined) return undefined;
    command.apply();
    this.#done.push(command);
    return command;
  }
}
