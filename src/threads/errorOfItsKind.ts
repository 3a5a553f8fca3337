const kinds: Partial<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

/** What a thread has thrown, of the class that it had there: messages carry errors over by name only. */
export function errorOfItsKind(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const Kind = kinds[thrown.name];
  return Kind === undefined ? thrown : Object.assign(new Kind(thrown.message), { stack: thrown.stack });
}
