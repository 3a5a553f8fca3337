/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const thrown: unknown = await promise.then(
    () => new Error('the promise should have rejected'),
    (reason: unknown) => reason,
  );
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
