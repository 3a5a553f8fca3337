import type { Plane, Vec3 } from 'slabtree';
import { type Intersection, type Material, type Object3D, Vector3 } from 'three';
import { isObject } from '../../primitives/check';
import { checkBoolean, checkObject, typeError } from '../check';
import { distanceTo } from '../math';

/** What cuts parts of the picture away: a WebGLRenderer, or planes of your own. */
export interface Clipping {
  /** What is behind any of them is cut away from all objects. */
  clippingPlanes?: readonly Plane[];
  /** Whether `clippingPlanes` cut away only what is behind all of them. False by default, as in a renderer. */
  clipIntersection?: boolean;
  /** Whether the `clippingPlanes` of materials count too. False by default, as in a renderer. */
  localClippingEnabled?: boolean;
}

/** What a Material and a ShaderMaterial say of clipping. */
interface ClippedMaterial extends Pick<Material, 'clippingPlanes' | 'clipIntersection'> {
  readonly isShaderMaterial?: boolean;
  readonly isShadowMaterial?: boolean;
  readonly clipping?: boolean;
}

/** Lists may have gaps. */
type MaybeMaterial = ClippedMaterial | null | undefined;

interface DrawnObject extends Object3D {
  readonly material?: MaybeMaterial | readonly MaybeMaterial[];
  readonly geometry?: { readonly attributes: { readonly position?: Parameters<Vector3['fromBufferAttribute']>[0] } };
}

/** A hit of a wide line of three.js's addons. */
interface WideLineHit extends Intersection {
  readonly pointOnLine?: Vector3;
}

/** What is in front of all of these planes, or on them. */
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
 * plane is drawn. Where no face tells which of several materials is hit, it is cut away if it is with each of them.
 */
export function isCutAway(hit: Intersection, clipping: Clipping): boolean {
  const { x, y, z } = drawnPoint(hit);
  return drawnParts(hit.object, clipping, hit.face?.materialIndex).every((planes) =>
    planes.some((plane) => distanceTo(plane, x, y, z) < 0),
  );
}

/**
 * The parts of space in which an object is drawn. A part is what is behind none of some planes.
 *
 * @param materialIndex which of several materials is meant. Without it, it is what any of them draws.
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

/** Planes cut away what is behind any of them, or only what is behind all. No planes cut nothing away. */
function partsOf(planes: readonly Plane[], all: boolean): SpacePart[] {
  return all && planes.length > 0 ? planes.map((plane) => [plane]) : [planes];
}

/** Whether a clipping cuts nothing away from any object. */
export function cutsNothing({ clippingPlanes = NO_PLANES, localClippingEnabled = false }: Clipping): boolean {
  return clippingPlanes.length === 0 && !localClippingEnabled;
}

/** The renderer gives planes to a shader of your own only if it asks for them, and the shader of shadows has none. */
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

/** The place of which the renderer asks whether it is cut away: of a point as wide as its threshold, its middle. */
function drawnPoint(hit: WideLineHit): Vec3 {
  const { object, point, pointOnLine, index, distanceToRay } = hit;
  const positions = (object as DrawnObject).geometry?.attributes.position;
  if (distanceToRay !== undefined && index !== undefined && positions !== undefined && 'isPoints' in object) {
    return vertex.fromBufferAttribute(positions, index).applyMatrix4(object.matrixWorld);
  }
  return pointOnLine ?? point;
}
