/** Checks of props and arguments. Each error names the prop or argument, the value and the expectation. */
import type { SceneView } from 'slabtree/three';
import { checkBoolean, checkFunction, checkObject } from '../primitives/check';

export function checkProps(index: unknown, moves: boolean, enabled: boolean): void {
  checkIndex('index', index);
  checkBoolean('moves', moves);
  checkBoolean('enabled', enabled);
}

export function checkCull(onView: (view: SceneView) => void, index: unknown, camera: unknown): void {
  checkFunction('onView', onView);
  checkIndex('options.index', index);
  if (camera !== null) checkObject('options.camera', camera, 'a three.js Camera or null', 'isCamera');
}

function checkIndex(name: string, index: unknown): void {
  if (index !== null) checkObject(name, index, 'a SceneIndex or null', 'boxes');
}
