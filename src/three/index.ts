export type { IndexedSet, SceneSplit, SceneView } from './boxes/indexedSet';
export type { IndexedObject } from './boxes/owners';
export { SceneIndex, type SceneIndexOptions, type ScenePickOptions, type SceneRaycastOptions } from './sceneIndex';
export { SceneIndexHelper, type SceneIndexHelperOptions } from './sceneIndexHelper';
export { VisibleInstances } from './visible/visibleInstances';
