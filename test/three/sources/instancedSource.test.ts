import {
  Float32BufferAttribute,
  InstancedBufferAttribute,
  type InstancedMesh,
  Matrix4,
  OrthographicCamera,
  Plane,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import { byBoxes, cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../../support/three/cubes';

muteWarnings();

/** The instances that rays hit at these x and one y. */
function hitAt(index: SceneIndex, xs: readonly number[], y = 0): (number | undefined)[] {
  return xs.map((x) => index.raycast(rayAt(x, y), byBoxes)?.instanceId);
}

/** A row of instances, at x 0, 2, 4 and so on. */
function rowOf(count: number, y = 0): InstancedMesh {
  return instancesAt(...Array.from({ length: count }, (_, i) => [2 * i, y] as const));
}

describe('instances of an InstancedMesh', () => {
  it('an update follows instances when needsUpdate is set: none, one, some in a row, or all', () => {
    for (const moved of [[2], [1, 2, 3], [0, 2, 4], [0, 1, 2, 3, 4], []]) {
      const mesh = rowOf(5);
      const index = SceneIndex.from(rootOf(mesh));
      for (const i of moved) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
      const all = [0, 1, 2, 3, 4];
      expect(hitAt(index, [0, 2, 4, 6, 8], 5)).toEqual(all.map((i) => (moved.includes(i) ? i : undefined)));
      expect(hitAt(index, [0, 2, 4, 6, 8])).toEqual(all.map((i) => (moved.includes(i) ? undefined : i)));
    }
  });

  it('an update follows instances when any one number of a matrix changes', () => {
    for (let at = 0; at < 16; at++) {
      // The last row of an affine matrix is 0 0 0 1.
      if (at % 4 === 3) continue;
      const mesh = rowOf(3);
      const index = SceneIndex.from(rootOf(mesh));
      mesh.instanceMatrix.array[16 + at] += 0.5;
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
      const fresh = SceneIndex.from(rootOf(mesh));
      expect(index.boxes.bounds).toEqual(fresh.boxes.bounds);
      for (const [x, y] of rowOfPlaces)
        expect(index.raycast(rayAt(x, y), byBoxes)).toEqual(fresh.raycast(rayAt(x, y), byBoxes));
    }
  });

  it('an update follows instances when their mesh moves', () => {
    const mesh = rowOf(2);
    const root = rootOf(mesh);
    const index = SceneIndex.from(root);
    root.position.y = 5;
    mesh.scale.x = 2;
    index.update();
    expect(hitAt(index, [0, 2, 4], 5)).toEqual([0, undefined, 1]);
    mesh.setMatrixAt(1, matrixAt(4, 0));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, [0, 4, 8], 5)).toEqual([0, undefined, 1]);
  });

  it.each([2, 4, 7])('an update follows instances when an attribute of %i replaces four matrices', (count) => {
    const [mesh, other] = [rowOf(4), rowOf(count, 5)];
    const index = SceneIndex.from(rootOf(mesh));
    mesh.instanceMatrix = other.instanceMatrix;
    mesh.count = count;
    index.update();
    expect(index.boxes.size).toBe(count);
    expect(hitAt(index, [0, 2, 4, 6, 8, 10, 12], 5)).toEqual(
      Array.from({ length: 7 }, (_, i) => (i < count ? i : undefined)),
    );
    expect(hitAt(index, [0, 2, 4, 6])).toEqual([undefined, undefined, undefined, undefined]);
    mesh.setMatrixAt(1, matrixAt(2, 9));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, [2], 9)).toEqual([1]);
  });

  it.each([Float32Array, Float64Array])('matrices of zeros hide all instances, of type %o', (Numbers) => {
    const mesh = rowOf(4);
    const index = SceneIndex.from(rootOf(mesh));
    mesh.instanceMatrix = new InstancedBufferAttribute(new Numbers(4 * 16), 16);
    index.update();
    expect(index.boxes.size).toBe(0);
    mesh.setMatrixAt(2, matrixAt(4, 0));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, [0, 2, 4, 6])).toEqual([undefined, undefined, 2, undefined]);
  });

  it('instances are never more than the matrices', () => {
    const mesh = rowOf(4);
    const index = SceneIndex.from(rootOf(mesh));
    mesh.instanceMatrix = rowOf(2).instanceMatrix;
    index.update();
    expect(index.boxes.size).toBe(2);
  });

  it.each<[string, (numbers: ArrayLike<number>) => Float32Array | Float64Array]>([
    ['float64 numbers', (numbers) => Float64Array.from(numbers)],
    ['a view that begins at byte 4 of a buffer', (numbers) => partAt(4, numbers)],
    ['a view that begins at byte 8 of a buffer', (numbers) => partAt(8, numbers)],
  ])('an update follows instances when their matrices are %s', (_, arrayOf) => {
    const mesh = rowOf(5);
    const { array } = mesh.instanceMatrix;
    mesh.instanceMatrix = new InstancedBufferAttribute(arrayOf(array), 16);
    const index = SceneIndex.from(rootOf(mesh));
    expect(hitAt(index, [0, 2, 4, 6, 8])).toEqual([0, 1, 2, 3, 4]);
    for (const i of [0, 3, 4]) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, [0, 2, 4, 6, 8])).toEqual([undefined, 1, 2, undefined, undefined]);
    expect(hitAt(index, [0, 2, 4, 6, 8], 5)).toEqual([0, undefined, undefined, 3, 4]);
  });

  it('instances come and go with the count, and come back at their current places', () => {
    const mesh = rowOf(5);
    mesh.count = 0;
    const index = SceneIndex.from(rootOf(cubeAt(20, 0), mesh));
    const row = [0, 2, 4, 6, 8];
    expect(hitAt(index, row)).toEqual(row.map(() => undefined));
    mesh.count = 5;
    index.update();
    expect(hitAt(index, row)).toEqual([0, 1, 2, 3, 4]);
    mesh.count = 0;
    index.update();
    expect(index.boxes.size).toBe(1);
    mesh.count = 2;
    mesh.setMatrixAt(3, matrixAt(6, 5));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, row)).toEqual([0, 1, undefined, undefined, undefined]);
    mesh.count = 5;
    index.update();
    expect(hitAt(index, row)).toEqual([0, 1, 2, undefined, 4]);
    expect(hitAt(index, [6], 5)).toEqual([3]);
  });

  it.each([
    ['a scale of 0', new Matrix4().makeScale(0, 0, 0)],
    ['a matrix of zeros', new Matrix4().fromArray(new Array<number>(16).fill(0))],
    ['a position of NaN', new Matrix4().makeTranslation(NaN, 0, 0)],
    ['a scale of NaN', new Matrix4().makeScale(1, 1, NaN)],
    ['a matrix of NaN', new Matrix4().fromArray(new Array<number>(16).fill(NaN))],
    ['an infinite position', new Matrix4().makeTranslation(0, -Infinity, 0)],
  ])('an update leaves out only the instances with %s, until they get a good matrix', (_, matrix) => {
    const mesh = rowOf(4);
    const index = SceneIndex.from(rootOf(mesh));
    const set = (instance: number, to: Matrix4): void => {
      mesh.setMatrixAt(instance, to);
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
    };
    set(1, matrix);
    set(2, matrix);
    expect(index.boxes.size).toBe(2);
    expect(hitAt(index, [0, 2, 4, 6])).toEqual([0, undefined, undefined, 3]);
    set(2, matrixAt(4, 0));
    expect(hitAt(index, [0, 2, 4, 6])).toEqual([0, undefined, 2, 3]);
    set(1, matrixAt(2, 5));
    expect(hitAt(index, [2], 5)).toEqual([1]);
    expect(index.boxes.size).toBe(4);
  });

  it('an update keeps flat instances for culls and splits', () => {
    const mesh = rowOf(3, 3);
    const index = SceneIndex.from(rootOf(mesh));
    const camera = new OrthographicCamera(-50, 50, 50, -50, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const flat = matrixAt(2, 3).multiply(new Matrix4().makeScale(1, 0, 1));
    mesh.setMatrixAt(1, flat);
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    const numbersIn = (set: Iterable<{ instanceId?: number }>) => [...set].map(({ instanceId }) => instanceId).sort();
    expect(numbersIn(index.cull(camera).inside)).toEqual([0, 1, 2]);
    expect(numbersIn(index.split(new Plane(new Vector3(0, 1, 0), 0)).front)).toEqual([0, 1, 2]);
    expect(index.raycast(rayAt(2, 3), { precise: true })).toBeNull();
    mesh.setMatrixAt(1, matrixAt(2, 3));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(hitAt(index, [0, 2, 4], 3)).toEqual([0, 1, 2]);
    expect(index.raycast(rayAt(2, 3.4), byBoxes)?.instanceId).toBe(1);
  });

  it('an update leaves out instances while their geometry is empty', () => {
    const mesh = rowOf(3);
    const { geometry } = mesh;
    const position = geometry.getAttribute('position');
    geometry.setAttribute('position', new Float32BufferAttribute([], 3));
    const index = SceneIndex.from(rootOf(mesh));
    expect(index.boxes.size).toBe(0);
    geometry.setAttribute('position', position);
    geometry.computeBoundingBox();
    index.update();
    expect(hitAt(index, [0, 2, 4])).toEqual([0, 1, 2]);
  });
});

const rowOfPlaces: [x: number, y: number][] = Array.from({ length: 25 }, (_, i) => [-1 + 0.3 * i, 0.31]);

/** The same numbers as float32, some bytes into a buffer. */
function partAt(byteOffset: number, numbers: ArrayLike<number>): Float32Array {
  const part = new Float32Array(new ArrayBuffer(byteOffset + 4 * numbers.length), byteOffset);
  part.set(numbers);
  return part;
}
