/**
 * Makes a function that starts something that takes a while. It never runs twice at once: calls during a run give one more
 * run when it is through. `run` must not reject.
 */
export function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (isDue) {
      isDue = false;
      await run();
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (!isRunning) void runAll();
  };
}
