export type { IndexedMesh, MeshSet } from './boxes/meshSet';
export type { MeshPredicate, ScenePickOptions, SceneRayOptions } from './rays/pickOptions';
export { SceneIndex, type SceneView } from './sceneIndex';
export { type MeshPart, type MeshScene, sceneFrom } from './sceneFrom';
