/** A piece of a file, and the checksum of all of them. */
export interface FilePiece {
  /** Fetch them anew whenever memory may have grown. */
  readonly bytes: Uint8Array;
  /** Takes the first of the bytes into the checksum, whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of all that was taken: see Checksum. */
  readonly sum: number;
  /** Gives the room back. */
  release(): void;
}
