import { type BatchedMesh, type InstancedMesh, Object3D, type Sprite } from 'three';
import { BatchedSource } from './batchedSource';
import type { BoxSource, Thresholds } from './boxSource';
import { type GeometryObject, GeometrySource } from './geometrySource';
import { InstancedSource } from './instancedSource';
import { SpriteSource } from './spriteSource';

/** What an object is to the index; null where there is nothing to meet, as in a group or a light. */
export function sourceOf(object: Object3D): BoxSource | null {
  if ('isNotIndexed' in object) return null;
  // By the flags, as three.js itself does.
  if ('isInstancedMesh' in object) return new InstancedSource(object as InstancedMesh);
  if ('isBatchedMesh' in object) return new BatchedSource(object as BatchedMesh);
  if ('isSprite' in object) return new SpriteSource(object as Sprite);
  if ('geometry' in object) return new GeometrySource(object as GeometryObject, reachOf(object));
  // What a LOD's own raycast meets, its children's do too. Of another raycast without a geometry nobody knows where it ends.
  const isMetByNone = object.raycast === Object3D.prototype.raycast || 'isLOD' in object;
  return isMetByNone ? null : new GeometrySource(object, () => Infinity);
}

function reachOf(object: Object3D): ((thresholds: Thresholds) => number) | undefined {
  if ('isLine' in object) return ({ line }) => localThreshold(object, line);
  if ('isPoints' in object) return ({ points }) => localThreshold(object, points);
  // As wide as it is on the screen.
  return 'isLineSegments2' in object ? () => Infinity : undefined;
}

/** As three.js has it: by the mean of the object's own scale, not of the world's. */
function localThreshold({ scale: { x, y, z } }: Object3D, threshold: number): number {
  return Math.abs(threshold / ((x + y + z) / 3));
}
