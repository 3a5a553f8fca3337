/** What decides between hits of one ray. */
interface Decider {
  readonly t: number;
  readonly id: number;
  readonly triangle: number;
}

/** Whether a hit comes before another one of the same ray: by t, then by id, then by triangle. */
export function isBefore(a: Decider, b: Decider): boolean {
  if (a.t !== b.t) return a.t < b.t;
  return a.id === b.id ? a.triangle < b.triangle : a.id < b.id;
}
