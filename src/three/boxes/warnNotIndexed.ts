import { show } from '../../primitives/check';
import type { BoxSource } from '../sources/boxSource';

const known = /* @__PURE__ */ new WeakSet();

/** Warns on the console, once an object, that it or one of its instances has no box. */
export function warnNotIndexed({ object, instanceName }: BoxSource, instance: number, what: string): void {
  if (known.has(object)) return;
  known.add(object);
  const { type, name, uuid } = object;
  const one = instanceName === null ? '' : `instance ${instance} of `;
  console.warn(`slabtree: ${one}${type} ${show(name || uuid)} is not indexed: its ${what} must be finite numbers`);
}
