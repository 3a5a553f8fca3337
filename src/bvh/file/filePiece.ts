/** A piece of a file, and the checksum of all pieces. */
export interface FilePiece {
  /** Get them again whenever memory may have grown. */
  readonly bytes: Uint8Array;
  /** Adds the first bytes to the checksum. They must be whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of everything that was added: see Checksum. */
  readonly sum: number;
  /** Gives the room back. */
  release(): void;
}
