import type { Mesh } from 'three';

/** A change of shapes that can be undone and done again. */
export interface Command {
  /** What the command does, in words: "Move 3 shapes". */
  readonly name: string;
  readonly shapes: readonly Mesh[];
  apply(): void;
  revert(): void;
}

/** The commands that have been done, and those that have been undone and can be done again. */
export class History {
  readonly #done: Command[] = [];
  readonly #undone: Command[] = [];

  /** The command that `undo` would undo. */
  get last(): Command | undefined {
    return this.#done.at(-1);
  }

  /** The command that `redo` would do again. */
  get next(): Command | undefined {
    return this.#undone.at(-1);
  }

  /** Does a new command. Commands that were undone before can no longer be done again. */
  do(command: Command): void {
    command.apply();
    this.#done.push(command);
    this.#undone.length = 0;
  }

  /** Undoes the last command and returns it. Undefined if there is none. */
  undo(): Command | undefined {
    const command = this.#done.pop();
    if (command === undefined) return undefined;
    command.revert();
    this.#undone.push(command);
    return command;
  }

  /** Does the command again that was undone last, and returns it. Undefined if there is none. */
  redo(): Command | undefined {
    const command = this.#undone.pop();
    if (command === undefined) return undefined;
    command.apply();
    this.#done.push(command);
    return command;
  }
}
