export type { IndexedMesh, MeshSet } from './boxes/meshSet';
export type { ScenePickOptions, SceneRayOptions } from './rays/pickOptions';
export type { MeshPredicate } from './rays/pickSearch';
export { SceneIndex, type SceneView } from './sceneIndex';
export { type MeshPart, type MeshScene, sceneFrom } from './sceneFrom';
