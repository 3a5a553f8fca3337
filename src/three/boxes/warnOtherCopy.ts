import { Object3D, REVISION } from 'three';
import { show } from '../../primitives/check';

/** Three.js puts the revision of the first copy that a page loads into its global scope. */
interface MaybePage {
  readonly __THREE__?: string;
}

/** The copies of Object3D that are known. */
const known = /* @__PURE__ */ new WeakSet();

/**
 * Warns on the console about an object of another copy of three.js: nothing of three.js is recognized in it, so it is asked as
 * three.js asks it. Warns once per copy.
 */
export function warnOtherCopy(object: Object3D): void {
  const other = object instanceof Object3D ? null : classOf(object);
  if (other === null || known.has(other)) return;
  known.add(other);
  const { __THREE__: first } = globalThis as MaybePage;
  const page = first === undefined || first === REVISION ? '' : `; the page loaded revision ${first} first`;
  const { type, name, uuid } = object;
  console.warn(
    `slabtree: ${type} ${show(name || uuid)} is of another copy of three.js than the one that slabtree/three imports, ` +
      `which is revision ${REVISION}${page}. The answers are right, but such objects are found as slowly as three.js finds them. ` +
      "Let everything import one copy: 'npm ls three' lists the installed ones, 'npm dedupe' or the option resolve.dedupe of the " +
      'bundler leaves one. three/webgpu shares the copy of three from 0.171 on. The Object3D of both copies:',
    // Browsers show where each is defined.
    Object3D,
    other,
  );
}

/** The Object3D of an object's own copy of three.js: the highest of its classes that updates matrices. */
function classOf(object: Object3D): object | null {
  let found: object | null = null;
  let at = Object.getPrototypeOf(object) as object | null;
  while (at !== null) {
    if (Object.hasOwn(at, 'updateMatrixWorld')) found = at.constructor;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return found;
}
