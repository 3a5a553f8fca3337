import { show } from '../../primitives/check';
import type { BoxSource } from '../sources/boxSource';

const warned = /* @__PURE__ */ new WeakSet();

/** Warns on the console that an object, or one of its instances, has no box. Warns once per object. */
export function warnNotIndexed({ object, instanceName }: BoxSource, instance: number, reason: string): void {
  if (warned.has(object)) return;
  warned.add(object);
  const { type, name, uuid } = object;
  const which = instanceName === null ? '' : `instance ${instance} of `;
  console.warn(`slabtree: ${which}${type} ${show(name || uuid)} is not indexed: its ${reason}`);
}
