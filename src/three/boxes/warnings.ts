import { Object3D, REVISION } from 'three';
import { show } from '../../primitives/check';
import type { BoxSource } from '../sources/boxSource';

const warned = /* @__PURE__ */ new WeakSet();

/** Warns on the console that an object, or one of its instances, has no box in the index. Warns once per object. */
export function warnNotIndexed({ object, instanceName }: BoxSource, instance: number, reason: string): void {
  if (warned.has(object)) return;
  warned.add(object);
  const { type, name, uuid } = object;
  const which = instanceName === null ? '' : `instance ${instance} of `;
  console.warn(`slabtree: ${which}${type} ${show(name || uuid)} is not indexed: its ${reason}`);
}

/** The global scope. three.js stores there the revision of its first copy that a page loads. */
interface MaybePage {
  readonly __THREE__?: string;
}

/** The Object3D classes of the other copies of three.js about which the console was warned. */
const otherCopies = /* @__PURE__ */ new WeakSet();

/**
 * Warns on the console about an object of another copy of three.js. The index recognizes no raycast of another copy, so it calls
 * them, as slowly as three.js does. Warns once per copy.
 */
export function warnOtherCopy(object: Object3D): void {
  const other = object instanceof Object3D ? null : objectClassOf(object);
  if (other === null || otherCopies.has(other)) return;
  otherCopies.add(other);
  const { __THREE__: first } = globalThis as MaybePage;
  const page = first === undefined || first === REVISION ? '' : `; the page loaded revision ${first} first`;
  const { type, name, uuid } = object;
  console.warn(
    `slabtree: ${type} ${show(name || uuid)} is of another copy of three.js than the one that slabtree/three imports, ` +
      `which is revision ${REVISION}${page}. The answers are right, but such objects are found as slowly as three.js finds them. ` +
      "Let everything import one copy: 'npm ls three' lists the installed ones, 'npm dedupe' or the option resolve.dedupe of the " +
      'bundler leaves one. three/webgpu shares the copy of three from 0.171 on. The Object3D of both copies:',
    // The two Object3D classes are logged as objects, as browsers show where each class is defined.
    Object3D,
    other,
  );
}

/** Returns the Object3D class of an object's own copy of three.js: the highest prototype with `updateMatrixWorld`. */
function objectClassOf(object: Object3D): object | null {
  let found: object | null = null;
  let at = Object.getPrototypeOf(object) as object | null;
  while (at !== null) {
    if (Object.hasOwn(at, 'updateMatrixWorld')) found = at.constructor;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return found;
}
