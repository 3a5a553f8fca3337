/** Throws unless an argument is what three.js marks by a flag of that name: objects of another copy of it are as good. */
export function checkIs(name: string, value: unknown, flag: string, what: string): void {
  if (typeof value === 'object' && value !== null && flag in value) return;
  throw new TypeError(`${name} must be ${what} of three.js, got ${String(value)}`);
}

/** Throws unless an argument is a number that is one. */
export function checkPlace(name: string, value: unknown): void {
  if (Number.isFinite(value)) return;
  throw new TypeError(`${name} must be a place in pixels, got ${String(value)}`);
}
