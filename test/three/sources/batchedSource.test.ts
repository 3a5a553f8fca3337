import { BoxGeometry, Matrix4, MeshBasicMaterial } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { batchAt, byBoxes, matrixAt, rayAt, rootOf } from '../../support/three/cubes';

/** The instances that rays hit at these x and one y. */
function hitAt(index: SceneIndex, xs: readonly number[], y = 0): (number | undefined)[] {
  return xs.map((x) => index.raycast(rayAt(x, y), byBoxes)?.batchId);
}

describe('instances of a BatchedMesh', () => {
  it('an update follows instances when they move', () => {
    const batch = batchAt([0, 0], [2, 0], [4, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.setMatrixAt(1, matrixAt(2, 5));
    index.update();
    expect(hitAt(index, [0, 2, 4])).toEqual([0, undefined, 2]);
    expect(hitAt(index, [2], 5)).toEqual([1]);
  });

  it('an update leaves out hidden instances, and finds them even if they moved meanwhile', () => {
    const batch = batchAt([0, 0], [2, 0], [4, 0]);
    batch.setVisibleAt(2, false);
    const index = SceneIndex.from(rootOf(batch));
    expect(hitAt(index, [0, 2, 4])).toEqual([0, 1, undefined]);
    batch.setVisibleAt(1, false);
    batch.setVisibleAt(2, true);
    index.update();
    expect(hitAt(index, [0, 2, 4])).toEqual([0, undefined, 2]);
    batch.setMatrixAt(1, matrixAt(2, 5));
    index.update();
    expect(index.boxes.size).toBe(2);
    batch.setVisibleAt(1, true);
    index.update();
    expect(hitAt(index, [2], 5)).toEqual([1]);
  });

  it('an update leaves out deleted instances, and their numbers may be reused', () => {
    const batch = batchAt([0, 0], [2, 0], [4, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.deleteInstance(1);
    index.update();
    expect(hitAt(index, [0, 2, 4])).toEqual([0, undefined, 2]);
    batch.setMatrixAt(batch.addInstance(0), matrixAt(6, 0));
    index.update();
    expect(hitAt(index, [0, 2, 4, 6])).toEqual([0, undefined, 2, 1]);
    batch.setMatrixAt(batch.addInstance(0), matrixAt(8, 0));
    index.update();
    expect(hitAt(index, [6, 8])).toEqual([1, 3]);
  });

  it('no precise ray hits deleted instances, also before the next update', () => {
    const batch = batchAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.deleteInstance(1);
    expect(index.raycast(rayAt(2.1, 0.2), { precise: true })).toBeNull();
    expect(index.raycastAll(rayAt(2.1, 0.2))).toEqual([]);
    expect(index.raycast(rayAt(0.1, 0.2), { precise: true })?.batchId).toBe(0);
  });

  it('rays hit instances as in three.js if their geometry was deleted before they came', () => {
    const batch = batchAt([0, 0]);
    batch.deleteGeometry(0);
    batch.setMatrixAt(batch.addInstance(0), matrixAt(2, 0));
    const index = SceneIndex.from(rootOf(batch));
    const expected = rayAt(2.1, 0.2).intersectObject(index.root, true);
    expect(expected).toHaveLength(1);
    expect(index.raycastAll(rayAt(2.1, 0.2))).toEqual(expected);
  });

  it('instances may be deleted and their numbers reused within one frame', () => {
    const batch = batchAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.deleteInstance(0);
    batch.setMatrixAt(batch.addInstance(0), matrixAt(6, 0));
    index.update();
    expect(hitAt(index, [0, 2, 6])).toEqual([undefined, 1, 0]);
  });

  it('instances have the box of their own geometry each', () => {
    const batch = batchAt([0, 0], [5, 0]);
    const wide = batch.addGeometry(new BoxGeometry(4, 1, 1));
    const index = SceneIndex.from(rootOf(batch));
    expect(hitAt(index, [1.5, 6.5])).toEqual([undefined, undefined]);
    batch.setGeometryIdAt(1, wide);
    index.update();
    expect(hitAt(index, [1.5, 6.5])).toEqual([undefined, 1]);
    batch.setGeometryIdAt(1, 0);
    index.update();
    expect(hitAt(index, [5, 6.5])).toEqual([1, undefined]);
  });

  it('instances follow a geometry that is replaced, if they have that geometry', () => {
    const batch = batchAt([0, 0], [10, 0]);
    batch.setGeometryIdAt(1, batch.addGeometry(new BoxGeometry(2, 1, 1)));
    const index = SceneIndex.from(rootOf(batch));
    batch.setGeometryAt(0, new BoxGeometry(4, 1, 1));
    index.update();
    expect(hitAt(index, [1.5, 11.5])).toEqual([0, undefined]);
    expect(index.raycast(rayAt(1.5, 0), { precise: true })?.batchId).toBe(0);
  });

  it('an update leaves out instances once their geometry is deleted', () => {
    const batch = batchAt([0, 0], [5, 0]);
    const wide = batch.addGeometry(new BoxGeometry(4, 1, 1));
    batch.setGeometryIdAt(1, wide);
    const index = SceneIndex.from(rootOf(batch));
    batch.deleteGeometry(wide);
    index.update();
    expect(hitAt(index, [0, 5])).toEqual([0, undefined]);
  });

  it('instances may become more than the batch had room for at first', () => {
    const batch = batchAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.setInstanceCount(100);
    const added = Array.from({ length: 50 }, (_, i) => {
      const id = batch.addInstance(0);
      batch.setMatrixAt(id, matrixAt(4 + 2 * i, 0));
      return id;
    });
    index.update();
    expect(hitAt(index, [0, 2])).toEqual([0, 1]);
    expect(
      hitAt(
        index,
        added.map((_, i) => 4 + 2 * i),
      ),
    ).toEqual(added);
  });

  it('an update leaves out instances while their scale is 0', () => {
    const batch = batchAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(batch));
    batch.setMatrixAt(0, new Matrix4().makeScale(0, 0, 0));
    index.update();
    expect(index.boxes.size).toBe(1);
    batch.setMatrixAt(0, matrixAt(0, 5));
    index.update();
    expect(hitAt(index, [0, 2])).toEqual([undefined, 1]);
    expect(hitAt(index, [0], 5)).toEqual([0]);
  });

  it('no ray hits a batch with several materials, as in three.js, which draws no group of it', () => {
    const batch = batchAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(batch));
    const hits = (): (number | undefined)[] => index.raycastAll(rayAt(2, 0)).map(({ batchId }) => batchId);
    const hitsOfThree = (): (number | undefined)[] =>
      rayAt(2, 0)
        .intersectObject(batch)
        .map(({ batchId }) => batchId);
    expect(hits()).toEqual(hitsOfThree());
    expect(hits()).toContain(1);
    Object.assign(batch, { material: [new MeshBasicMaterial(), new MeshBasicMaterial()] });
    expect(hits()).toEqual(hitsOfThree());
    expect(index.raycast(rayAt(2, 0), { precise: true })).toBeNull();
    batch.geometry.addGroup(0, Infinity, 1);
    expect(hits()).toEqual(hitsOfThree());
    expect(index.raycast(rayAt(2, 0), { precise: true })?.batchId).toBe(hitsOfThree().at(0));
  });
});
