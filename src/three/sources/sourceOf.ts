import { type BatchedMesh, type InstancedMesh, LOD, Object3D, type SkinnedMesh, type Sprite } from 'three';
import { BatchedSource } from './batchedSource';
import type { BoxSource } from './boxSource';
import { ElementsSource } from './elementsSource';
import type { ElementObject } from '../elements/intersectElements';
import { type GeometryObject, GeometrySource } from './geometrySource';
import { InstancedSource } from './instancedSource';
import { type LodObject, LodSource } from './lodSource';
import { SkinnedSource } from './skinnedSource';
import { SpriteSource } from './spriteSource';

/** The source of an object's boxes; null if no ray can hit the object, as with a group or a light, or if it is not to be indexed. */
export function sourceOf(object: Object3D): BoxSource | null {
  if ('isNotIndexed' in object) return null;
  // The flags tell the kinds apart, as in three.js itself.
  if ('isInstancedMesh' in object) return new InstancedSource(object as InstancedMesh);
  if ('isBatchedMesh' in object) return new BatchedSource(object as BatchedMesh);
  if ('isSprite' in object) return new SpriteSource(object as Sprite);
  if ('isSkinnedMesh' in object) return new SkinnedSource(object as SkinnedMesh);
  if ('geometry' in object && ('isLine' in object || 'isPoints' in object)) {
    return new ElementsSource(object as ElementObject);
  }
  if ('geometry' in object) return new GeometrySource(object as GeometryObject, reachOf(object));
  if (object.raycast === Object3D.prototype.raycast) return null;
  if (object.raycast === LOD.prototype.raycast) return new LodSource(object as LodObject);
  // Without a geometry, any other raycast may hit anywhere.
  return new GeometrySource(object, () => Infinity);
}

function reachOf(object: Object3D): (() => number) | undefined {
  // Its width is in pixels.
  return 'isLineSegments2' in object ? () => Infinity : undefined;
}
