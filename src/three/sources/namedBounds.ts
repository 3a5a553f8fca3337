import type { Box3, BufferGeometry, InstancedMesh, Object3D } from 'three';
import { isObject, show } from '../../primitives/check';
import { boundsTreeOf } from '../meshes/geometryOrigin';
import { hasRaycastOfThree } from './raycastsOfThree';

/** See `SceneIndexOptions.boundsOf`. */
export type BoundsOf = (object: Object3D) => Box3 | null | undefined;

/**
 * Returns the `boundingBox` field of an object, in the object's own space. `Box3.setFromObject` of three.js prefers this box to
 * the bounds of the geometry. Null if it is not computed yet, undefined if there is no such field.
 */
export function ownBoundsOf(object: Object3D): Box3 | null | undefined {
  try {
    const { boundingBox } = object as { readonly boundingBox?: unknown };
    return boundingBox === null || isBox3(boundingBox) ? boundingBox : undefined;
  } catch {
    // A getter may throw while data is loading. One bad object must not stop the update of the others.
    return null;
  }
}

/**
 * Calls the option `boundsOf` for an object.
 *
 * @throws TypeError if the option returns anything but a Box3, null or undefined.
 */
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
 * Returns the bounds of an object, in its own space, if they come from the option `boundsOf` or from the object's `boundingBox`.
 * Null if the object may be anywhere. Undefined if the kind or the geometry of the object determines its bounds.
 *
 * @param given the result of the option `boundsOf`.
 */
export function namedBounds(object: Object3D, given: Box3 | null | undefined): Box3 | null | undefined {
  if (given !== undefined) return given;
  const own = ownBoundsOf(object);
  const isInstanced = 'isInstancedMesh' in object;
  if (isInstanced && hasMatrices(object as MaybeInstances)) return undefined;
  // Most objects have no bounds of their own. The sources of a SkinnedMesh and a BatchedMesh read the bounds themselves.
  if (!isInstanced && (own === undefined || 'isSkinnedMesh' in object || 'isBatchedMesh' in object)) return undefined;
  // three.js's own raycasts, and three-mesh-bvh's, hit only the geometry.
  return hasRaycastOfThree(object) || isAccelerated(object) ? undefined : (own ?? null);
}

/**
 * Whether three-mesh-bvh's raycast, which hits the geometry, has been set on an object. The only evidence is a tree on the
 * geometry. If the raycast comes from the object's class, the class draws something else, even if the geometry has a tree.
 */
function isAccelerated(object: Object3D & { readonly geometry?: BufferGeometry }): boolean {
  const { geometry } = object;
  if (geometry === undefined || !isObject(boundsTreeOf(geometry))) return false;
  return Object.hasOwn(object, 'raycast') && !('isInstancedMesh' in object);
}

/** The fields of an InstancedMesh. Subclasses in other packages may leave them out. */
type MaybeInstances = Partial<Pick<InstancedMesh, 'count' | 'instanceMatrix'>>;

/** Whether an InstancedMesh has matrices in `instanceMatrix`, as in three.js. Subclasses in other packages may use a texture. */
export function hasMatrices({ count, instanceMatrix }: MaybeInstances): boolean {
  const matrices = instanceMatrix?.count ?? 0;
  return matrices > 0 && matrices >= (count ?? 0);
}

function isBox3(value: unknown): value is Box3 {
  if (!isObject(value) || !('isBox3' in value && 'min' in value && 'max' in value)) return false;
  return isObject(value.min) && isObject(value.max);
}
