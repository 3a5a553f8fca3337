/** Returns the result of `work`, which uses the file or folder at `path`. Adds the path to an error of the operating system. */
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
