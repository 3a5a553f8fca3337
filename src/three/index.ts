export type { IndexedSet } from './boxes/indexedSet';
export type { IndexedObject } from './boxes/owners';
export {
  SceneIndex,
  type SceneIndexOptions,
  type ScenePickOptions,
  type SceneRaycastOptions,
  type SceneSplit,
  type SceneView,
} from './sceneIndex';
export { SceneIndexHelper, type SceneIndexHelperOptions } from './sceneIndexHelper';
export { VisibleInstances } from './visible/visibleInstances';
