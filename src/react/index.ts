export { IndexedEvents, type IndexedEventsProps } from './indexedEvents';
export { type CullOptions, useCull } from './useCull';
export { useSceneIndex } from './useSceneIndex';
