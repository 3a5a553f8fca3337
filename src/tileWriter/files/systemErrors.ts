/** Does some work on a file. An error of the system then tells which file or folder it is about. */
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
