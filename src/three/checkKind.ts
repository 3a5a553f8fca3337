/** Throws unless an argument is of three.js, by what marks it: objects of another copy of it are as good. */
export function checkKind(name: string, value: unknown, kind: 'Object3D' | 'Camera' | 'Raycaster'): void {
  const mark = kind === 'Raycaster' ? 'ray' : `is${kind}`;
  if (typeof value === 'object' && value !== null && mark in value) return;
  throw new TypeError(`${name} must be a three.js ${kind}, got ${String(value)}`);
}
