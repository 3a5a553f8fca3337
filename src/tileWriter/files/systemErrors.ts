/** Runs work on a file. Adds the path of the file or folder to an error of the operating system. */
export function inFile<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (thrown) {
    throw named(path, thrown);
  }
}

export function named(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('syscall' in thrown)) return thrown;
  const system = thrown as Error & { path?: string };
  if (system.path === undefined) system.message += `, '${path}'`;
  system.path = path;
  return system;
}
