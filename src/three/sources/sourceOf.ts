import { type BatchedMesh, type Box3, type InstancedMesh, LOD, Object3D, type SkinnedMesh, type Sprite } from 'three';
import { localThreshold } from '../elements/intersectElements';
import { BatchedSource } from './batchedSource';
import type { BoxSource, Thresholds } from './boxSource';
import { type GeometryObject, GeometrySource } from './geometrySource';
import { InstancedSource } from './instancedSource';
import { NamedSource } from './namedSource';
import { SkinnedSource } from './skinnedSource';
import { type LodObject, LodSource, SpriteSource } from './spritesAndLods';

/**
 * Returns the source of an object's boxes in a SceneIndex. Null if no ray can hit the object, such as a group or a light, or if
 * the object has the field `isNotIndexed`.
 *
 * @param named the bounds that {@link namedBounds} returned for the object.
 */
export function sourceOf(object: Object3D, named: Box3 | null | undefined): BoxSource | null {
  if ('isNotIndexed' in object) return null;
  if (named !== undefined) return new NamedSource(object);
  // The class of an object is tested by flags, as in three.js itself: instanceof fails for an object of another copy of three.js.
  if ('isInstancedMesh' in object) return new InstancedSource(object as InstancedMesh);
  if ('isBatchedMesh' in object) return new BatchedSource(object as BatchedMesh);
  if ('isSprite' in object) return new SpriteSource(object as Sprite);
  if ('isSkinnedMesh' in object) return new SkinnedSource(object as SkinnedMesh);
  if ('geometry' in object) return new GeometrySource(object as GeometryObject, reachOf(object));
  if (object.raycast === Object3D.prototype.raycast) return null;
  if (object.raycast === LOD.prototype.raycast) return new LodSource(object as LodObject);
  // An object without a geometry, whose raycast is not three.js's, may be hit anywhere.
  return new GeometrySource(object, endless);
}

function reachOf(object: Object3D): ((thresholds: Thresholds) => number) | undefined {
  if ('isPoints' in object) return ({ points }) => localThreshold(object, points);
  if ('isLine' in object) return ({ line }) => localThreshold(object, line);
  // The distance at which a wide line is hit is unbounded in the world, as the width of the line is in pixels.
  return 'isLineSegments2' in object ? endless : undefined;
}

function endless(): number {
  return Infinity;
}
