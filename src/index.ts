export { type Aabb, aabbFromPoints } from './primitives/aabb';
export { closestPoint, distanceToBox } from './primitives/closestPoint';
export type { ClipSpace } from './primitives/clipSpace';
export { frustumFromMatrix } from './primitives/frustum';
export { intersectsPlane } from './primitives/intersectsPlane';
export { lineIntersectsAabb } from './primitives/lineIntersectsAabb';
export type { Matrix4 } from './primitives/matrix4';
export { type Obb, obbFromCenter, type Quaternion } from './primitives/obb';
export { overlaps } from './primitives/overlaps';
export { type Plane, planeFromNormalAndDistance, planeFromNormalAndPoint } from './primitives/plane';
export { planeSide, type Side } from './primitives/planeSide';
export { type Ray, rayPointAt, type RayRange } from './primitives/ray';
export { raycastAabb } from './primitives/raycastAabb';
export { raycastObb } from './primitives/raycastObb';
export { type Camera, type Pointer, screenRay } from './primitives/screenRay';
export type { Sphere } from './primitives/sphere';
export type { Vec3 } from './primitives/vec3';
export type { NodeBounds } from './bvh/nodeBounds';
export { SlabtreeFormatError } from './bvh/slabtreeFormatError';
export type { TreeStatistics } from './bvh/statistics';
export type { BoxPairs } from './scene/boxPairs';
export {
  type AttachOptions,
  type Backend,
  BoxScene,
  type BoxSceneOptions,
  type DeserializeOptions,
  type ManyHits,
  type MaskOption,
} from './scene/boxScene';
export type { ByteStream } from './scene/byteStream';
export type { BuildOptions } from './scene/buildAsync';
export type { FloatArray } from './scene/checkNumbers';
export type { Hit } from './scene/hit';
export type { IdSet } from './scene/idSet';
export type { NearestOptions } from './scene/nearestOptions';
export type { Neighbor } from './scene/neighbor';
export type { ProgressOptions } from './scene/progressOptions';
export type { PickOptions, RaycastOptions } from './scene/raycastOptions';
export type { StreamOptions } from './scene/readStream';
export type { SceneHandle } from './scene/sceneHandle';
export type { WorkerOptions } from './scene/workerOptions';
