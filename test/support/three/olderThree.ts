import { BatchedMesh } from 'three';
import { afterAll, beforeAll } from 'vitest';
import { activeIds } from './batches';

/**
 * vitest runs this for each test file in an older three.js. In 0.171, `deleteGeometry` throws if one of the geometry's instances
 * has been deleted before: it calls `deleteInstance` again. Generated scenes delete both.
 */
const original = Object.getOwnPropertyDescriptor(BatchedMesh.prototype, 'deleteInstance');
const deleteInstance = Reflect.get(BatchedMesh.prototype, 'deleteInstance');

beforeAll(() => {
  BatchedMesh.prototype.deleteInstance = function (this: BatchedMesh, id: number) {
    return activeIds(this).includes(id) ? deleteInstance.call(this, id) : this;
  };
});

afterAll(() => {
  if (original !== undefined) Object.defineProperty(BatchedMesh.prototype, 'deleteInstance', original);
});
