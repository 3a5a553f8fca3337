import type { BufferGeometry, Intersection, LOD, Object3D, Raycaster } from 'three';
import { withFields } from '../elements/intersectElements';
import { drawnGroupsOf, lacksMaterial, type Materials } from '../meshes/drawnGroups';

/** An object, or a prototype of its class, whose `raycast` is called on the object. */
export interface RaycastHolder {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => unknown;
}

/** The fields that three.js's raycasts read to find what is drawn. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material?: Materials;
}

interface Levels extends Object3D {
  readonly levels: LOD['levels'];
  readonly getObjectForDistance: (distance: number) => Object3D;
}

/**
 * Calls the raycast of `holder` on an object, and returns its result. What has no material is left out: nothing draws it, and
 * three.js's own raycasts throw.
 *
 * @param holder the object, or a prototype of its class.
 */
export function callRaycast(
  { raycast }: RaycastHolder,
  object: DrawnObject,
  raycaster: Raycaster,
  hits: Intersection[],
): unknown {
  if (raycast === undefined) return undefined;
  if (!hasUndrawn(object)) return raycast.call(object, raycaster, hits);
  if ('isSprite' in object) return undefined;
  // A raycast of the object's own may call three.js's. So the object itself gets the field, until the call returns.
  const [name, value] = drawnPartOf(object);
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  try {
    return raycast.call(object, raycaster, hits);
  } finally {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, before);
  }
}

/** Returns the field, and its value, with which three.js's raycast of an object tests only what has a material. */
function drawnPartOf(object: DrawnObject): [name: keyof DrawnObject | keyof Levels, value: unknown] {
  if (isLod(object)) return ['getObjectForDistance', drawnLevelOf(object)];
  const { geometry, material } = object;
  // three.js's raycasts return at once if the material is undefined, but not if it is null.
  return geometry !== undefined && material
    ? ['geometry', withDrawnGroups(geometry, material)]
    : ['material', undefined];
}

/** Returns a function that returns a level of an LOD, whose raycast is called by {@link callRaycast}. */
function drawnLevelOf(lod: Levels): (distance: number) => RaycastHolder {
  const { getObjectForDistance } = lod;
  return (distance) => {
    const level = getObjectForDistance.call(lod, distance);
    return { raycast: (raycaster, hits) => callRaycast(level, level, raycaster, hits) };
  };
}

/** Whether some triangles of an object or of a level of an LOD have no material, or a sprite has none. */
function hasUndrawn(object: DrawnObject): boolean {
  if (isLod(object)) return object.levels.some((level) => hasUndrawn(level.object));
  const { geometry, material } = object;
  if (!Array.isArray(material)) return material === null || (material === undefined && 'isSprite' in object);
  return geometry !== undefined && lacksMaterial(geometry.groups, material as Materials);
}

function isLod(object: Object3D): object is Levels {
  return 'isLOD' in object;
}

/** Returns a geometry without the groups that have no material: the same geometry if all have one. */
export function withDrawnGroups(geometry: BufferGeometry, material: Materials): BufferGeometry {
  if (!Array.isArray(material)) return geometry;
  const groups = drawnGroupsOf(geometry, material as Materials);
  if (groups === geometry.groups) return geometry;
  // Otherwise three.js computes a missing sphere again for each ray, as the geometry is a new one for each.
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  return withFields(geometry, { groups });
}
