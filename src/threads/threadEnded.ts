/** A thread has ended before it answered a call, or is called after its end. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** Whether an error is a {@link ThreadEndedError}. Each bundle has a class of its own, so only the name tells. */
export function isThreadEnded(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThreadEndedError';
}
