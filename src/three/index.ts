export { SceneIndex } from './sceneIndex';
