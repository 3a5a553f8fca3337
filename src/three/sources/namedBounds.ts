import type { Box3, BufferGeometry, InstancedMesh, Object3D } from 'three';
import { isObject, show } from '../../primitives/check';
import { boundsTreeOf } from '../meshes/geometryOrigin';
import { hasRaycastOfThree } from './raycastsOfThree';

/** The type of the option `boundsOf` of a SceneIndex: see `SceneIndexOptions.boundsOf`. */
export type BoundsOf = (object: Object3D) => Box3 | null | undefined;

/**
 * Returns the `boundingBox` field of an object, in the object's own space. `Box3.setFromObject` of three.js prefers this box to
 * the bounds of the geometry. Null if the box is not computed yet, undefined if the object has no such field.
 */
export function ownBoundsOf(object: Object3D): Box3 | null | undefined {
  try {
    const { boundingBox } = object as { readonly boundingBox?: unknown };
    return boundingBox === null || isBox3(boundingBox) ? boundingBox : undefined;
  } catch {
    // The object's `boundingBox` may be a getter that throws while data is loading. It then counts as not computed: one bad
    // object must not stop the update of the others.
    return null;
  }
}

/**
 * Returns the bounds that the user's function `boundsOf` returns for an object.
 *
 * @throws TypeError if the function returns anything but a Box3, null or undefined.
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
  // Most objects have no `boundingBox` field. SkinnedSource and BatchedSource read the field of their meshes themselves.
  if (!isInstanced && (own === undefined || 'isSkinnedMesh' in object || 'isBatchedMesh' in object)) return undefined;
  // Rays by three.js's own raycasts, and by three-mesh-bvh's, hit only the geometry, so the geometry's bounds are used.
  return hasRaycastOfThree(object) || isAccelerated(object) ? undefined : (own ?? null);
}

/**
 * Whether three-mesh-bvh's raycast, which hits the geometry, has been set on an object. The only evidence for it is a tree on the
 * geometry. If the raycast comes from the object's class instead, the class draws something else, even if the geometry has a
 * tree.
 */
function isAccelerated(object: Object3D & { readonly geometry?: BufferGeometry }): boolean {
  const { geometry } = object;
  if (geometry === undefined || !isObject(boundsTreeOf(geometry))) return false;
  return Object.hasOwn(object, 'raycast') && !('isInstancedMesh' in object);
}

/** The fields of an InstancedMesh that place its instances. Subclasses in other packages may leave them out. */
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
