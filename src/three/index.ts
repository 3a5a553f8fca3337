export type { IndexedSet, SceneSplit, SceneView } from './boxes/indexedSet';
export type { IndexedObject } from './boxes/owners';
export { IndexRaycaster } from './indexRaycaster';
export type { Clipping } from './rays/clipping';
export type { PageElement, PagePointer } from './rays/pointer';
export type { SceneRaycastOptions } from './rays/raycastOptions';
export type { SelectionLasso, SelectionRectangle } from './selection/selectionArea';
export { selectionPlanes } from './selection/selectionPlanes';
export type { SceneSelectOptions } from './selection/selectOptions';
export {
  SceneIndex,
  type SceneCullOptions,
  type SceneIndexAsyncOptions,
  type SceneIndexOptions,
  type ScenePickOptions,
} from './sceneIndex';
export { SceneIndexHelper, type SceneIndexHelperOptions } from './sceneIndexHelper';
export type { SceneSnapOptions, Snap, SnapKind } from './snapping/snapOptions';
export type { BatchLevel, InstanceLevel, InstanceLevels } from './visible/levels';
export { VisibleInstances, type VisibleInstancesOptions } from './visible/visibleInstances';
