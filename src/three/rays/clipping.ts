import type { Plane, Vec3 } from 'slabtree';
import { type Intersection, type Material, type Object3D, Vector3 } from 'three';
import { isObject } from '../../primitives/check';
import { checkBoolean, typeError } from '../check';

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
  readonly clipping?: boolean;
}

interface DrawnObject extends Object3D {
  readonly material?: ClippedMaterial | readonly ClippedMaterial[];
  readonly geometry?: { readonly attributes: { readonly position?: Parameters<Vector3['fromBufferAttribute']>[0] } };
}

/** A hit of a wide line of three.js's addons. */
interface WideLineHit extends Intersection {
  readonly pointOnLine?: Vector3;
}

const NO_PLANES: readonly Plane[] = [];

const vertex = /* @__PURE__ */ new Vector3();

export function checkClipping(name: string, clipping: Clipping): void {
  if (!isObject(clipping)) throw typeError(name, 'a renderer, or an object with clippingPlanes', clipping);
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
  const { clippingPlanes = NO_PLANES, clipIntersection = false, localClippingEnabled = false } = clipping;
  const point = drawnPoint(hit);
  const isCut = isBehind(point, clippingPlanes, clipIntersection);
  const materials = materialsOf(hit);
  if (materials.length === 0) return isCut;
  return materials.every((material) => {
    // The renderer gives planes to a shader of your own only if it asks for them.
    if (material.isShaderMaterial === true && material.clipping !== true) return false;
    return (
      isCut ||
      (localClippingEnabled && isBehind(point, material.clippingPlanes ?? NO_PLANES, material.clipIntersection))
    );
  });
}

/** Whether a point is behind any of the planes, or behind all. Nothing is behind no planes. */
function isBehind({ x, y, z }: Vec3, planes: readonly Plane[], all: boolean): boolean {
  const behind = ({ normal, constant }: Plane) => normal.x * x + normal.y * y + normal.z * z + constant < 0;
  return all ? planes.length > 0 && planes.every(behind) : planes.some(behind);
}

function materialsOf({ object, face }: Intersection): readonly ClippedMaterial[] {
  const { material } = object as DrawnObject;
  if (material === undefined) return [];
  const materials = Array.isArray(material) ? (material as readonly ClippedMaterial[]) : [material as ClippedMaterial];
  const { length } = materials;
  const index = face?.materialIndex;
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
