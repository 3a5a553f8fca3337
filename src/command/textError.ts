/** Where in a text: lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Something is wrong at a place in a text, whose name is known further up: see `inFile`. */
export class TextError extends Error {
  constructor(
    readonly place: Place,
    readonly problem: string,
  ) {
    super(`${place.line}:${place.column}: ${problem}`);
  }
}
