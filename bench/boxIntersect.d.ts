/** The part of the package that the benchmark calls. */
declare module 'box-intersect' {
  /**
   * Calls `visit` for each pair of boxes that overlap or touch.
   *
   * @param boxes min x y z, max x y z.
   */
  function boxIntersect(boxes: readonly ArrayLike<number>[], visit: (a: number, b: number) => void): void;
  export default boxIntersect;
}
