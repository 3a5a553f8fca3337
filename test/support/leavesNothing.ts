import { afterAll } from 'vitest';

/**
 * vitest runs this for each test file. Files share a worker and its globals (`isolate: false`), so what one leaves behind changes
 * what the next one tests: fake timers, for example.
 */
const before = globals();

afterAll(() => {
  const left = [...globals()].filter(([name, now]) => isChanged(before.get(name), now)).map(([name]) => name);
  if (left.length === 0) return;
  for (const name of left) {
    const was = before.get(name);
    if (was === undefined) Reflect.deleteProperty(globalThis, name);
    else Reflect.defineProperty(globalThis, name, was);
  }
  throw new Error(
    `this file leaves ${left.join(', ')} changed: call vi.useRealTimers or vi.unstubAllGlobals after a test`,
  );
});

function globals(): Map<string, PropertyDescriptor> {
  return new Map(Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(globalThis)));
}

/** Whether a global is new, or has another value. Node makes some when they are first read. */
function isChanged(was: PropertyDescriptor | undefined, now: PropertyDescriptor): boolean {
  return was === undefined || ('value' in was && !Object.is(was.value, now.value));
}
