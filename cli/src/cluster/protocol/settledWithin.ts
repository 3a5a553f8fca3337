/** Waits until a promise has settled, for at most some milliseconds. Does not reject. */
export function settledWithin(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(settle, settle);
  });
}
