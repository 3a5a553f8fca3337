const kinds: Partial<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

/** Gives an error from a thread its class again. Messages between threads keep only the name of the class. */
export function errorOfItsKind(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const Kind = kinds[thrown.name];
  return Kind === undefined ? thrown : Object.assign(new Kind(thrown.message), { stack: thrown.stack });
}
