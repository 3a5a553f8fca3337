/** Collects garbage, so that no contender pays for that of another. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('expected node to run with --expose-gc');
  globalThis.gc();
}
