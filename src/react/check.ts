/** Checks of props and arguments. Each error names the prop or argument, the value and the expectation. */
import type { SceneView } from 'slabtree/three';
import { isObject, show } from '../primitives/check';

export function checkProps(index: unknown, moves: unknown, enabled: unknown): void {
  checkIndex('index', index);
  if (typeof moves !== 'boolean') throw wrong('moves', 'true, false, or left out', moves);
  if (typeof enabled !== 'boolean') throw wrong('enabled', 'true, false, or left out', enabled);
}

export function checkCull(onView: (view: SceneView) => void, index: unknown, camera: unknown): void {
  if (typeof onView !== 'function') throw wrong('onView', 'a function', onView);
  checkIndex('options.index', index);
  if (camera !== null && !(isObject(camera) && 'isCamera' in camera)) {
    throw wrong('options.camera', 'a three.js Camera, null, or left out', camera);
  }
}

function checkIndex(name: string, index: unknown): void {
  if (index !== null && !(isObject(index) && 'boxes' in index)) {
    throw wrong(name, 'a SceneIndex, null, or left out', index);
  }
}

function wrong(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name} must be ${expected}, got ${show(value)}`);
}
