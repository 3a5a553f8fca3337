import {
  type BufferGeometry,
  InstancedMesh,
  type Intersection,
  LOD,
  Mesh,
  type Object3D,
  type Raycaster,
  SkinnedMesh,
} from 'three';
import { withFields } from '../elements/intersectElements';
import { drawnGroupsOf, lacksMaterial, type Materials } from '../meshes/drawnGroups';

/** An object, or a prototype of its class, whose `raycast` is called on the object. */
export interface RaycastHolder {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => unknown;
}

/** The fields that three.js's raycasts of meshes read to find what is drawn. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material?: Materials;
}

interface Levels extends Object3D {
  readonly levels: LOD['levels'];
  readonly getObjectForDistance: (distance: number) => RaycastHolder | null;
}

type Raycast = (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => unknown;

const raycastLod = /* @__PURE__ */ raycastOf(LOD);
const raycastMesh = /* @__PURE__ */ raycastOf(Mesh);
const raycastSkinned = /* @__PURE__ */ raycastOf(SkinnedMesh);
const raycastInstanced = /* @__PURE__ */ raycastOf(InstancedMesh);

function raycastOf({ prototype }: { readonly prototype: object }): Raycast {
  return (prototype as { readonly raycast: Raycast }).raycast;
}

/**
 * Calls the raycast of `holder` on an object, and returns its result. What has no material is left out: nothing draws it, and
 * three.js's own raycast throws.
 *
 * @param holder the object, or a prototype of its class.
 */
export function callRaycast(
  holder: RaycastHolder,
  object: DrawnObject,
  raycaster: Raycaster,
  hits: Intersection[],
): unknown {
  const { raycast } = holder;
  if (raycast === raycastLod) return raycast.call(withDrawnLevels(object as unknown as Levels), raycaster, hits);
  if (raycast === undefined || !hasUndrawn(object) || !isOfMesh(raycast)) {
    return raycast?.call(object, raycaster, hits);
  }
  const { geometry, material } = object;
  if (geometry === undefined || !material) return undefined;
  const drawn = withFields(object, { geometry: withDrawnGroups(geometry, material) });
  const before = hits.length;
  const result = raycast.call(drawn, raycaster, hits);
  for (let i = before; i < hits.length; i++) hits[i].object = object;
  return result;
}

/** Returns an LOD whose raycast calls the raycast of its level as {@link callRaycast} does: the same LOD if that makes no difference. */
function withDrawnLevels(lod: Levels): Object3D {
  if (!lod.levels.some(({ object }) => hasUndrawn(object))) return lod;
  const getObjectForDistance = (distance: number): RaycastHolder => {
    const level = lod.getObjectForDistance(distance) as Object3D;
    return { raycast: (raycaster, hits) => callRaycast(level, level, raycaster, hits) };
  };
  return withFields(lod, { getObjectForDistance });
}

function isOfMesh(raycast: unknown): boolean {
  return raycast === raycastMesh || raycast === raycastSkinned || raycast === raycastInstanced;
}

/** Whether some triangles of an object have no material. */
function hasUndrawn({ geometry, material }: DrawnObject): boolean {
  if (!Array.isArray(material)) return material === null;
  return geometry !== undefined && lacksMaterial(geometry.groups, material as Materials);
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
