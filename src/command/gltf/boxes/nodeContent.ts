/** What a node adds to the scene: a box at each of its places, or its meshes. */
export interface NodeContent {
  /** How many places there are: one, or one for each instance. */
  count: number;
  /** Whether the places are instances. There may be only one. */
  areInstances: boolean;
  /** Whether each place has its own bytes in the file. */
  areStored: boolean;
  /** How many ids there are at all places together. */
  boxes: number;
  /**
   * Adds everything, except at places whose matrix can place nothing.
   *
   * @param name is called with each id, and the index of its place.
   * @returns the reason for each place that is left out.
   */
  add: (name: (id: number, index: number) => void) => string[];
}
