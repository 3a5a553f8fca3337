/** So that nobody pays for what another has left behind. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('expected node to run with --expose-gc');
  globalThis.gc();
}
