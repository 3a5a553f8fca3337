export { type Aabb, aabbFromPoints } from './primitives/shapes/aabb';
export type { Capsule } from './primitives/shapes/capsule';
export { closestPoint, distanceToBox } from './primitives/query/closestPoint';
export { closestPointOnTriangle, distanceToTriangle } from './primitives/query/triangles/closestPointOnTriangle';
export type { ClipSpace } from './primitives/camera/clipSpace';
export { contact, type Contact } from './primitives/query/contact';
export { closestPoints, type ClosestPoints, distance, penetration } from './primitives/query/distance';
export { frustumFromMatrix } from './primitives/camera/frustum';
export { intersectsPlane } from './primitives/query/planeSide';
export type { Feature } from './primitives/query/metFeature';
export { lineIntersectsAabb } from './primitives/query/lineIntersectsAabb';
export type { Matrix4 } from './primitives/shapes/matrix4';
export { type Obb, obbFromCenter, type Quaternion } from './primitives/shapes/obb';
export { orient2d, orient3d, type Vec2 } from './primitives/query/orient';
export { overlaps } from './primitives/query/overlaps';
export { signedCrossing } from './primitives/query/triangles/signedCrossing';
export { type Plane, planeFromNormalAndDistance, planeFromNormalAndPoint } from './primitives/shapes/plane';
export { planeSide, type Side } from './primitives/query/planeSide';
export type { Ray, RayRange } from './primitives/shapes/ray';
export { rayPointAt } from './primitives/query/rayPointAt';
export { raycastAabb } from './primitives/query/raycastAabb';
export { raycastObb } from './primitives/query/raycastObb';
export {
  raycastTriangle,
  type RaycastTriangleOptions,
  type TriangleHit,
} from './primitives/query/triangles/raycastTriangle';
export { type Camera, type Pointer, screenRay } from './primitives/camera/screenRay';
export type { RoundedBox, Shape } from './primitives/shapes/shape';
export type { Sphere } from './primitives/shapes/sphere';
export type { TriangleSide } from './primitives/query/triangles/triangleSide';
export { type MotionOptions, sweep, type Sweep } from './primitives/query/sweep';
export type { Triangle } from './primitives/shapes/triangle';
export type { Vec3 } from './primitives/shapes/vec3';
export type { TriangleVisitor } from './bvh/meshes/visitTriangles';
export type { SceneVisitor } from './bvh/query/traverse';
export type { NodeBounds } from './bvh/tree/nodeBounds';
export { SlabtreeFormatError } from './bvh/file/slabtreeFormatError';
export type { TreeStatistics } from './bvh/tree/statistics';
export type { BoxPairs, IdSet, TrianglesOfInstance } from './scene/answers/idSet';
export type { ManyFeatures, ManySweeps, SceneContact, SweepHit } from './scene/answers/sweepHit';
export type { SceneClosestPoints, Hit, ManyFronts, ManyHits, ManyTriangleHits, Neighbor } from './scene/answers/hit';
export { BoxScene } from './scene/boxScene';
export type { Mesh } from './scene/mesh';
export type { ManyShapesKind } from './scene/arguments/manyShapes';
export type {
  ContactsOptions,
  FirstSweepOptions,
  SweepManyOptions,
  SweepOptions,
} from './scene/arguments/shapeOptions';
export type { IndexArray } from './scene/arguments/meshNumbers';
export type { AttachOptions, Backend, BoxSceneOptions, DeserializeOptions } from './scene/arguments/boxSceneOptions';
export type { ClosestPointsOptions, MaskOption, OverlapOptions, NearestOptions } from './scene/arguments/queryOptions';
export type { ByteStream, ReadableBytes } from './scene/files/byteStream';
export type { BuildMesh } from './scene/arguments/buildMeshes';
export type { BuildOptions } from './scene/buildAsync';
export type { FloatArray } from './scene/arguments/floatArray';
export type { AbortSignalLike, ProgressOptions } from './scene/arguments/progressOptions';
export type {
  ClosestHitOptions,
  PickOptions,
  RaycastManyOptions,
  RaycastOptions,
} from './scene/arguments/raycastOptions';
export type { TraverseOptions } from './scene/arguments/traverseOptions';
export type { StreamOptions } from './scene/files/readScene';
export type { SceneHandle } from './scene/sharing/sceneHandle';
export { sceneFileKind } from './scene/files/sceneFileKind';
export { type NameRun, type NamesOptions, SceneNames } from './scene/files/sceneNames';
export type { WorkerOptions, WorkerUrl } from './scene/threads/workerOptions';
export { VERSION } from './version';
