export type { IndexedSet } from './indexedSet';
export type { IndexedObject } from './owners';
export {
  SceneIndex,
  type SceneIndexOptions,
  type ScenePickOptions,
  type SceneRaycastOptions,
  type SceneSplit,
  type SceneView,
} from './sceneIndex';
export { SceneIndexHelper, type SceneIndexHelperOptions } from './sceneIndexHelper';
export { VisibleInstances } from './visibleInstances';
