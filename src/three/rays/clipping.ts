import type { Plane, Vec3 } from 'slabtree';
import { type Intersection, type Material, type Object3D, Vector3 } from 'three';
import { checkBoolean, checkObject, isObject, typeError } from '../../primitives/check';
import { distanceTo } from '../math';

/**
 * The planes that clip objects: a WebGLRenderer, which has them, or an object with planes of your own. See
 * {@link SceneIndex.clipping}.
 */
export interface Clipping {
  /** The planes that clip all objects: parts behind any of them are not drawn. */
  clippingPlanes?: readonly Plane[];
  /** Whether `clippingPlanes` clip only the parts that are behind all of them. False by default, as in a renderer. */
  clipIntersection?: boolean;
  /** Whether the `clippingPlanes` of materials count too. False by default, as in a renderer. */
  localClippingEnabled?: boolean;
}

/** The fields of a Material and of a ShaderMaterial that decide about clipping. */
interface ClippedMaterial extends Pick<Material, 'clippingPlanes' | 'clipIntersection'> {
  readonly isShaderMaterial?: boolean;
  readonly isShadowMaterial?: boolean;
  readonly clipping?: boolean;
}

/** A material or a gap: see `Materials` in meshes/drawnGroups.ts. */
type MaybeMaterial = ClippedMaterial | null | undefined;

interface DrawnObject extends Object3D {
  readonly material?: MaybeMaterial | readonly MaybeMaterial[];
  readonly geometry?: { readonly attributes: { readonly position?: Parameters<Vector3['fromBufferAttribute']>[0] } };
}

/** A hit of a wide line of three.js's addons. */
interface WideLineHit extends Intersection {
  readonly pointOnLine?: Vector3;
}

/** A part of space: all points that are in front of all of these planes, or on them. */
export type SpacePart = readonly Plane[];

const NO_PLANES: SpacePart = [];

const vertex = /* @__PURE__ */ new Vector3();

export function checkClipping(name: string, clipping: Clipping | null): void {
  if (clipping === null) return;
  checkObject(name, clipping, 'a renderer, an object with clippingPlanes, or null');
  const { clippingPlanes = NO_PLANES, clipIntersection = false, localClippingEnabled = false } = clipping;
  const isList = Array.isArray(clippingPlanes) && clippingPlanes.every((plane) => isObject(plane) && 'normal' in plane);
  if (!isList) throw typeError(`${name}.clippingPlanes`, 'an array of planes', clippingPlanes);
  checkBoolean(`${name}.clipIntersection`, clipIntersection);
  checkBoolean(`${name}.localClippingEnabled`, localClippingEnabled);
}

/**
 * Whether a hit is on a part of its object that is not drawn: the renderer discards what lies behind planes. What lies on a
 * plane is drawn. If no face names one of several materials, the hit is cut away if it is cut away with each of them.
 */
export function isCutAway(hit: Intersection, clipping: Clipping): boolean {
  const { x, y, z } = drawnPoint(hit);
  return drawnParts(hit.object, clipping, hit.face?.materialIndex).every((planes) =>
    planes.some((plane) => distanceTo(plane, x, y, z) < 0),
  );
}

/**
 * Returns the parts of space in which an object is drawn.
 *
 * @param materialIndex the index of a material, if the object has several. Without it, the parts of all materials are returned.
 */
export function drawnParts(object: DrawnObject, clipping: Clipping, materialIndex?: number): SpacePart[] {
  const { clippingPlanes = NO_PLANES, clipIntersection = false, localClippingEnabled = false } = clipping;
  const parts = partsOf(clippingPlanes, clipIntersection);
  const materials = materialsOf(object, materialIndex);
  if (materials.length === 0) return parts;
  return materials.flatMap((material) => {
    // The renderer draws nothing without a material.
    if (!material) return [];
    if (!isClipped(material)) return [NO_PLANES];
    if (!localClippingEnabled) return parts;
    const local = partsOf(material.clippingPlanes ?? NO_PLANES, material.clipIntersection);
    return parts.flatMap((planes) => local.map((others) => [...planes, ...others]));
  });
}

/** Returns the parts of space that some planes leave: they clip points behind any of them or, with `all`, behind all of them. */
function partsOf(planes: readonly Plane[], all: boolean): SpacePart[] {
  return all && planes.length > 0 ? planes.map((plane) => [plane]) : [planes];
}

/** Returns true if no object can be clipped: the renderer has no planes, and the planes of materials are disabled. */
export function cutsNothing({ clippingPlanes = NO_PLANES, localClippingEnabled = false }: Clipping): boolean {
  return clippingPlanes.length === 0 && !localClippingEnabled;
}

/** Whether the planes of the renderer clip a material: a ShaderMaterial only if its `clipping` is true, and a ShadowMaterial never. */
function isClipped({ isShaderMaterial, isShadowMaterial, clipping }: ClippedMaterial): boolean {
  return isShaderMaterial === true ? clipping === true : isShadowMaterial !== true;
}

function materialsOf(object: DrawnObject, index: number | undefined): readonly MaybeMaterial[] {
  const { material } = object;
  if (material === undefined) return [];
  const materials = Array.isArray(material) ? (material as readonly MaybeMaterial[]) : [material as MaybeMaterial];
  const { length } = materials;
  return index !== undefined && length > 1 && index < length ? [materials[index]] : materials;
}

/** Returns the place of a hit that the renderer compares with the planes: the middle of a point that is as wide as its threshold. */
function drawnPoint(hit: WideLineHit): Vec3 {
  const { object, point, pointOnLine, index, distanceToRay } = hit;
  const positions = (object as DrawnObject).geometry?.attributes.position;
  if (distanceToRay !== undefined && index !== undefined && positions !== undefined && 'isPoints' in object) {
    return vertex.fromBufferAttribute(positions, index).applyMatrix4(object.matrixWorld);
  }
  return pointOnLine ?? point;
}
