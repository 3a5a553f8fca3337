import type { EntryName } from '../../../entries';

/** The groups of the reference in the order of its pages: what people do, and a sentence about it. */
export const GROUPS = {
  Make: 'Make a scene or an index, or open one.',
  Add: 'Add boxes, meshes and instances.',
  Change: 'Move, replace and remove what a scene has, and bring its tree up to date.',
  Cast: 'Cast rays, and pick what is under the pointer.',
  Sweep: 'Move shapes until they touch something, and walk.',
  Cull: 'Find what is in a camera’s view or in an area of its picture, or on a side of a plane.',
  Near: 'Find what overlaps a shape or is near it, and measure distances.',
  Shapes: 'Points, rays, planes, boxes and other shapes.',
  Store: 'Write scenes to files, and read them.',
  Share: 'Share a scene with threads and machines.',
  Inspect: 'Read the state, the size and the quality of a scene.',
} as const;

export type Group = keyof typeof GROUPS;

/**
 * The group of each public name. A member that is not listed belongs to the group of its class or type. If a class has members of
 * several groups, all its members are listed.
 */
const NAMES: Readonly<Record<EntryName, Readonly<Partial<Record<Group, string>>>>> = {
  slabtree: {
    Make: `BoxScene new BoxScene BoxScene.buildAsync BoxSceneOptions BuildOptions BuildMesh Backend ProgressOptions AbortSignalLike`,
    Add: `BoxScene.addAabb BoxScene.addAabbs BoxScene.addObb BoxScene.addObbs BoxScene.addMesh BoxScene.addInstance
      BoxScene.addInstances Mesh FloatArray IndexArray`,
    Change: `BoxScene.setAabb BoxScene.setAabbs BoxScene.setObb BoxScene.setMatrix BoxScene.setMatrices BoxScene.setPositions
      BoxScene.setMask BoxScene.remove BoxScene.removeMesh BoxScene.clear BoxScene.commit BoxScene.optimize`,
    Cast: `BoxScene.raycast BoxScene.raycastAny BoxScene.raycastAll BoxScene.raycastMany BoxScene.pick raycastAabb raycastObb
      raycastTriangle lineIntersectsAabb rayPointAt screenRay Hit ManyHits ManyTriangleHits ManyFronts TriangleHit RaycastOptions
      ClosestHitOptions RaycastManyOptions PickOptions RaycastTriangleOptions RayRange TriangleSide Camera Pointer ClipSpace`,
    Sweep: `BoxScene.sweep BoxScene.sweepAny BoxScene.sweepAll BoxScene.sweepMany BoxScene.contacts sweep contact Sweep SweepHit
      ManySweeps ManyFeatures Contact SceneContact Feature MotionOptions SweepOptions SweepManyOptions FirstSweepOptions
      ContactsOptions ManyShapesKind`,
    Cull: `BoxScene.split BoxScene.cull frustumFromMatrix planeSide intersectsPlane Side IdSet MaskOption`,
    Near: `BoxScene.nearest BoxScene.closestPoints BoxScene.overlap BoxScene.overlapTriangles BoxScene.contains BoxScene.containing
      BoxScene.pairs BoxScene.traverse BoxScene.visitTriangles overlaps distance distanceToBox distanceToTriangle closestPoint
      closestPointOnTriangle closestPoints penetration signedCrossing orient2d orient3d Neighbor ClosestPoints SceneClosestPoints
      TrianglesOfInstance BoxPairs NearestOptions ClosestPointsOptions OverlapOptions SceneVisitor TraverseOptions TriangleVisitor`,
    Shapes: `aabbFromPoints obbFromCenter planeFromNormalAndPoint planeFromNormalAndDistance Vec3 Vec2 Ray Plane Shape Sphere Capsule
      Triangle Aabb Obb RoundedBox Matrix4 Quaternion`,
    Store: `BoxScene.serialize BoxScene.deserialize BoxScene.deserializeStream DeserializeOptions StreamOptions ByteStream
      ReadableBytes SlabtreeFormatError SceneNames NameRun NamesOptions sceneFileKind`,
    Share: `BoxScene.handle BoxScene.attach BoxScene.detach BoxScene.isShared BoxScene.isReadOnly SceneHandle AttachOptions
      WorkerOptions WorkerUrl VERSION`,
    Inspect: `BoxScene.has BoxScene.size BoxScene.bounds BoxScene.meshes BoxScene.meshOf BoxScene.matrixOf BoxScene.boxOf
      BoxScene.generationOf BoxScene.quality BoxScene.statistics BoxScene.nodeBounds BoxScene.byteLength BoxScene.backend TreeStatistics NodeBounds`,
  },
  'slabtree/three': {
    Make: `SceneIndex SceneIndex.from SceneIndex.fromAsync SceneIndexOptions SceneIndexAsyncOptions sceneFrom SceneFromOptions
      GraphScene GraphPart`,
    Change: `SceneIndex.update SceneIndex.autoUpdate SceneIndex.markDirty SceneIndex.pose SceneIndex.autoPose`,
    Cast: `SceneIndex.pick SceneIndex.raycast SceneIndex.raycastAll SceneIndex.raycastAny SceneIndex.snap SceneIndex.raycastMany
      SceneIndex.raycastManyAsync SceneIndex.clipping IndexRaycaster IndexFields IndexedRaycaster IndexInstallation PagePointer PageElement
      ScenePickOptions SceneRaycastOptions SceneRaycastManyOptions SceneSnapOptions Snap SnapKind Clipping RayPool`,
    Sweep: `SceneIndex.solids IndexSolids`,
    Cull: `SceneIndex.cull SceneIndex.select SceneIndex.split SceneView SceneSplit IndexedSet SceneCullOptions SceneSelectOptions
      SelectionRectangle SelectionLasso selectionPlanes VisibleInstances VisibleInstancesOptions InstancesMesh InstanceLevels InstanceLevel
      BatchLevel`,
    Near: `SceneIndex.nearest SceneIndex.overlap SceneNearestOptions SceneNeighbor SceneOverlapOptions SceneOverlap SceneShape ThreeCapsule ThreeObb`,
    Inspect: `SceneIndex.root SceneIndex.boxes SceneIndex.triangles SceneIndex.at IndexedObject SceneIndexHelper
      SceneIndexHelperOptions`,
  },
  'slabtree/react': {
    Make: `useSceneIndex`,
    Cast: `IndexedEvents IndexedEventsProps`,
    Cull: `useCull CullOptions`,
  },
  'slabtree/babylon': {
    Make: `SceneIndex SceneIndex.from sceneFrom MeshScene MeshPart`,
    Change: `SceneIndex.update`,
    Cast: `SceneIndex.pick SceneIndex.multiPick SceneIndex.pickWithRay SceneIndex.multiPickWithRay ScenePickOptions SceneRayOptions
      MeshPredicate`,
    Cull: `SceneIndex.cull SceneView MeshSet`,
    Inspect: `SceneIndex.scene SceneIndex.boxes SceneIndex.drawnMask SceneIndex.at IndexedMesh`,
  },
  'slabtree/character': {
    Sweep: `moveAndSlide Move MoveOptions Ground depenetrate Depenetration DepenetrateOptions SolidOptions WalkedScene`,
    Cull: `keepInSight Sight SightCamera SightOptions`,
  },
  'slabtree/workers': {
    Share: `RaycastPool RaycastPool.create RaycastPool.close RaycastPoolOptions TaskPool TaskPool.create TaskPool.call
      TaskPool.close TaskPoolOptions TaskTable serveTasks moved`,
    Cast: `RaycastPool.raycastMany RaycastPool.raycastAnyMany PoolRaycastManyOptions PoolRaycastOptions`,
    Sweep: `RaycastPool.sweepMany PoolSweepOptions`,
    Near: `RaycastPool.nearestMany ManyNeighbors ManyTriangleNeighbors PoolNearestManyOptions PoolNearestOptions`,
    Inspect: `RaycastPool.threads RaycastPool.notice TaskPool.threads`,
  },
  'slabtree/tiles': {
    Store: `TiledScene TiledScene.open TiledScene.close TiledSceneOptions TileFile TileFileOptions IndexedTile TileContent TileSource UrlLike BlobLike ReadableSource ReadOptions
      TileSourceError TileSourceErrorOptions`,
    Cast: `TiledScene.raycast TiledScene.raycastAny TiledScene.raycastAll TiledScene.raycastMany TiledScene.pick TiledHit
      ManyTiledHits ManyTiledTriangleHits TiledRaycastOptions TiledRaycastManyOptions TiledPickOptions`,
    Sweep: `TiledScene.sweep TiledScene.sweepAny TiledScene.sweepAll TiledScene.contacts TiledSweepHit TiledContact
      TiledSweepOptions TiledContactsOptions`,
    Cull: `TiledScene.split TiledScene.cull TiledSplit TiledCull TiledMaskOptions TileIds`,
    Near: `TiledScene.nearest TiledScene.overlap TiledNeighbor TiledNearestOptions TiledOverlapOptions`,
    Inspect: `TiledScene.namesOf InNamedTile TiledScene.size TiledScene.bounds TiledScene.tiles Tiles TiledScene.loadedBytes
      TiledScene.bytesRead TiledScene.reads TiledScene.backend TiledScene.threads TiledScene.notice`,
  },
  'slabtree/tile-writer': {
    Add: `TileWriter.addAabb TileWriter.addAabbs TileWriter.addObb TileWriter.addObbs TileWriter.addMesh TileWriter.addInstance
      TileWriter.addInstances TileWriter.addNames`,
    Store: `TileWriter TileWriter.create TileWriter.finish TileWriter.abort TileWriterOptions WrittenTiles`,
    Inspect: `TileWriter.size`,
  },
  'slabtree-cli/cluster': {
    Cast: `castOnCluster RayAnswers ClusterCastOptions ManyRays referenceTo SceneReference`,
    Share: `startWorker ClusterWorker ClusterWorkerOptions ClusterQueue ClusterError BlockReport ClusterLog ClusterLogWriter`,
    Inspect: `clusterStatus ClusterStatus ClusterStatusOptions WorkerPresence CallerPresence`,
  },
};

/** A name with its group. */
export interface GroupedName {
  readonly name: string;
  readonly group: Group;
}

/** Returns the listed names of an entry point with their groups, in the order of the groups. */
export function groupedNames(entryPoint: EntryName): GroupedName[] {
  const listed = NAMES[entryPoint];
  return (Object.keys(GROUPS) as Group[]).flatMap((group) =>
    (listed[group]?.match(/new \w+|\S+/g) ?? []).map((name) => ({ name, group })),
  );
}
