import type { Box3, BufferGeometry, InstancedMesh, Object3D } from 'three';
import { isObject, show } from '../../primitives/check';
import { boundsTreeOf } from '../meshes/geometryOrigin';
import { hasRaycastOfThree } from './raycastsOfThree';

/** See `SceneIndexOptions.boundsOf`. */
export type BoundsOf = (object: Object3D) => Box3 | null | undefined;

/**
 * The bounds that an object has beside those of its geometry: in its own space, as three.js reads them for `Box3.setFromObject`.
 * Null until they are computed, undefined if it has none.
 */
export function ownBoundsOf(object: Object3D): Box3 | null | undefined {
  try {
    const { boundingBox } = object as { readonly boundingBox?: unknown };
    return boundingBox === null || isBox3(boundingBox) ? boundingBox : undefined;
  } catch {
    // A getter that reads what is not loaded yet. One bad object must not keep an update from the others.
    return null;
  }
}

/** @throws TypeError if the option returns anything else. */
export function readBounds(boundsOf: BoundsOf, object: Object3D): Box3 | null | undefined {
  const bounds: unknown = boundsOf(object);
  if (bounds === undefined || bounds === null || isBox3(bounds)) return bounds;
  const { type, name, uuid } = object;
  const what = `${type} ${show(name || uuid)}`;
  throw new TypeError(
    `options.boundsOf must return a three.js Box3, null or undefined, got for ${what}: ${show(bounds)}`,
  );
}

/**
 * The bounds of an object that nothing but these tells where to find: in its own space, or null if it may be anywhere. Undefined
 * if its kind or its geometry tells.
 *
 * @param given what the option `boundsOf` returns.
 */
export function namedBounds(object: Object3D, given: Box3 | null | undefined): Box3 | null | undefined {
  if (given !== undefined) return given;
  const own = ownBoundsOf(object);
  // These have sources of their own. Most other objects have no bounds of their own.
  if ('isInstancedMesh' in object) {
    if (hasMatrices(object as MaybeInstances)) return undefined;
  } else if (own === undefined || 'isSkinnedMesh' in object || 'isBatchedMesh' in object) return undefined;
  // What three.js's own raycasts hit is where the geometry is.
  return hasRaycastOfThree(object) || isAccelerated(object) ? undefined : (own ?? null);
}

/**
 * Whether an object has been given the raycast of three-mesh-bvh, which hits the geometry: nothing but the tree on the geometry
 * tells. An object whose class has a raycast of its own draws something else, and its geometry may have a tree all the same.
 */
function isAccelerated(object: Object3D & { readonly geometry?: BufferGeometry }): boolean {
  const { geometry } = object;
  if (geometry === undefined || !isObject(boundsTreeOf(geometry))) return false;
  return Object.hasOwn(object, 'raycast') && !('isInstancedMesh' in object);
}

/** What is read of an InstancedMesh, which may be of another package. */
type MaybeInstances = Partial<Pick<InstancedMesh, 'count' | 'instanceMatrix'>>;

/** Whether an InstancedMesh has the matrices of its instances where three.js has them. Some keep them in a texture. */
export function hasMatrices({ count, instanceMatrix }: MaybeInstances): boolean {
  const matrices = instanceMatrix?.count ?? 0;
  return matrices > 0 && matrices >= (count ?? 0);
}

function isBox3(value: unknown): value is Box3 {
  if (!isObject(value) || !('isBox3' in value && 'min' in value && 'max' in value)) return false;
  return isObject(value.min) && isObject(value.max);
}
