/** A place in an input at which a line or a ray begins, so that reading can continue there. */
export interface InputPlace {
  /** How many bytes of the input are before the place. */
  byte: number;
  /** The number of the line that begins at the place, counted from 1. Stays 1 in a flat binary input, which has no lines. */
  line: number;
}

export const START: InputPlace = { byte: 0, line: 1 };
