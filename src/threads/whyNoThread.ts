/** Returns why a thread could not be started, for a notice. */
export function whyNoThread(reason: unknown): string {
  return `threads could not be started (${reason instanceof Error ? reason.message : String(reason)})`;
}
