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
import { cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../../support/three/cubes';

muteWarnings();

/** The instances that a ray meets at these x, on the line y. */
function metAt(index: SceneIndex, xs: readonly number[], y = 0): (number | undefined)[] {
  return xs.map((x) => index.raycast(rayAt(x, y))?.instanceId);
}

/** A row of instances, at x 0, 2, 4 and so on. */
function rowOf(count: number, y = 0): InstancedMesh {
  return instancesAt(...Array.from({ length: count }, (_, i) => [2 * i, y] as const));
}

describe('the instances of an InstancedMesh', () => {
  it('are followed where three is told that they have moved, one, some in a row or all', () => {
    for (const moved of [[2], [1, 2, 3], [0, 2, 4], [0, 1, 2, 3, 4], []]) {
      const mesh = rowOf(5);
      const index = SceneIndex.from(rootOf(mesh));
      for (const i of moved) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
      const all = [0, 1, 2, 3, 4];
      expect(metAt(index, [0, 2, 4, 6, 8], 5)).toEqual(all.map((i) => (moved.includes(i) ? i : undefined)));
      expect(metAt(index, [0, 2, 4, 6, 8])).toEqual(all.map((i) => (moved.includes(i) ? undefined : i)));
    }
  });

  it('are followed where one number of a matrix has changed, whichever it is', () => {
    for (let at = 0; at < 16; at++) {
      // The last row of a matrix that places things is 0 0 0 1.
      if (at % 4 === 3) continue;
      const mesh = rowOf(3);
      const index = SceneIndex.from(rootOf(mesh));
      mesh.instanceMatrix.array[16 + at] += 0.5;
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
      const anew = SceneIndex.from(rootOf(mesh));
      expect(index.boxes.bounds).toEqual(anew.boxes.bounds);
      for (const [x, y] of rowOfPlaces) expect(index.raycast(rayAt(x, y))).toEqual(anew.raycast(rayAt(x, y)));
    }
  });

  it('are followed with the mesh that they are in', () => {
    const mesh = rowOf(2);
    const root = rootOf(mesh);
    const index = SceneIndex.from(root);
    root.position.y = 5;
    mesh.scale.x = 2;
    index.update();
    expect(metAt(index, [0, 2, 4], 5)).toEqual([0, undefined, 1]);
    mesh.setMatrixAt(1, matrixAt(4, 0));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(metAt(index, [0, 4, 8], 5)).toEqual([0, undefined, 1]);
  });

  it.each([2, 4, 7])('are followed where four matrices are replaced by an attribute of %i', (count) => {
    const [mesh, other] = [rowOf(4), rowOf(count, 5)];
    const index = SceneIndex.from(rootOf(mesh));
    mesh.instanceMatrix = other.instanceMatrix;
    mesh.count = count;
    index.update();
    expect(index.boxes.size).toBe(count);
    expect(metAt(index, [0, 2, 4, 6, 8, 10, 12], 5)).toEqual(
      Array.from({ length: 7 }, (_, i) => (i < count ? i : undefined)),
    );
    expect(metAt(index, [0, 2, 4, 6])).toEqual([undefined, undefined, undefined, undefined]);
    mesh.setMatrixAt(1, matrixAt(2, 9));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(metAt(index, [2], 9)).toEqual([1]);
  });

  it.each([Float32Array, Float64Array])(
    'are all hidden where they are given matrices that are zero, of %o',
    (Numbers) => {
      const mesh = rowOf(4);
      const index = SceneIndex.from(rootOf(mesh));
      mesh.instanceMatrix = new InstancedBufferAttribute(new Numbers(4 * 16), 16);
      index.update();
      expect(index.boxes.size).toBe(0);
      mesh.setMatrixAt(2, matrixAt(4, 0));
      mesh.instanceMatrix.needsUpdate = true;
      index.update();
      expect(metAt(index, [0, 2, 4, 6])).toEqual([undefined, undefined, 2, undefined]);
    },
  );

  it('are no more than there are matrices', () => {
    const mesh = rowOf(4);
    const index = SceneIndex.from(rootOf(mesh));
    mesh.instanceMatrix = rowOf(2).instanceMatrix;
    index.update();
    expect(index.boxes.size).toBe(2);
  });

  it.each<[string, (numbers: ArrayLike<number>) => Float32Array | Float64Array]>([
    ['float64 numbers', (numbers) => Float64Array.from(numbers)],
    ['a part of a buffer that begins at 4 bytes', (numbers) => partAt(4, numbers)],
    ['a part of a buffer that begins at 8 bytes', (numbers) => partAt(8, numbers)],
  ])('are followed where their matrices are %s', (_, arrayOf) => {
    const mesh = rowOf(5);
    const { array } = mesh.instanceMatrix;
    mesh.instanceMatrix = new InstancedBufferAttribute(arrayOf(array), 16);
    const index = SceneIndex.from(rootOf(mesh));
    expect(metAt(index, [0, 2, 4, 6, 8])).toEqual([0, 1, 2, 3, 4]);
    for (const i of [0, 3, 4]) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(metAt(index, [0, 2, 4, 6, 8])).toEqual([undefined, 1, 2, undefined, undefined]);
    expect(metAt(index, [0, 2, 4, 6, 8], 5)).toEqual([0, undefined, undefined, 3, 4]);
  });

  it('come and go with the count, and come back where they are then', () => {
    const mesh = rowOf(5);
    mesh.count = 0;
    const index = SceneIndex.from(rootOf(cubeAt(20, 0), mesh));
    const row = [0, 2, 4, 6, 8];
    expect(metAt(index, row)).toEqual(row.map(() => undefined));
    mesh.count = 5;
    index.update();
    expect(metAt(index, row)).toEqual([0, 1, 2, 3, 4]);
    mesh.count = 0;
    index.update();
    expect(index.boxes.size).toBe(1);
    mesh.count = 2;
    mesh.setMatrixAt(3, matrixAt(6, 5));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(metAt(index, row)).toEqual([0, 1, undefined, undefined, undefined]);
    mesh.count = 5;
    index.update();
    expect(metAt(index, row)).toEqual([0, 1, 2, undefined, 4]);
    expect(metAt(index, [6], 5)).toEqual([3]);
  });

  it.each([
    ['a scale of 0', new Matrix4().makeScale(0, 0, 0)],
    ['a matrix of zeros', new Matrix4().fromArray(new Array<number>(16).fill(0))],
    ['a place that is not a number', new Matrix4().makeTranslation(NaN, 0, 0)],
    ['an axis that is not a number', new Matrix4().makeScale(1, 1, NaN)],
    ['nothing but numbers that are none', new Matrix4().fromArray(new Array<number>(16).fill(NaN))],
    ['a place at infinity', new Matrix4().makeTranslation(0, -Infinity, 0)],
  ])('are left out where they have %s, and nothing else is, until they have another', (_, matrix) => {
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
    expect(metAt(index, [0, 2, 4, 6])).toEqual([0, undefined, undefined, 3]);
    set(2, matrixAt(4, 0));
    expect(metAt(index, [0, 2, 4, 6])).toEqual([0, undefined, 2, 3]);
    set(1, matrixAt(2, 5));
    expect(metAt(index, [2], 5)).toEqual([1]);
    expect(index.boxes.size).toBe(4);
  });

  it('stay in view and on their side of a plane where they are flat in one direction, and turn back', () => {
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
    expect(metAt(index, [0, 2, 4], 3)).toEqual([0, 1, 2]);
    expect(index.raycast(rayAt(2, 3.4))?.instanceId).toBe(1);
  });

  it('have nothing to meet where their geometry has nothing in it, until it has', () => {
    const mesh = rowOf(3);
    const { geometry } = mesh;
    const position = geometry.getAttribute('position');
    geometry.setAttribute('position', new Float32BufferAttribute([], 3));
    const index = SceneIndex.from(rootOf(mesh));
    expect(index.boxes.size).toBe(0);
    geometry.setAttribute('position', position);
    geometry.computeBoundingBox();
    index.update();
    expect(metAt(index, [0, 2, 4])).toEqual([0, 1, 2]);
  });
});

const rowOfPlaces: [x: number, y: number][] = Array.from({ length: 25 }, (_, i) => [-1 + 0.3 * i, 0.31]);

/** The same float32 numbers, some bytes into a buffer. */
function partAt(byteOffset: number, numbers: ArrayLike<number>): Float32Array {
  const part = new Float32Array(new ArrayBuffer(byteOffset + 4 * numbers.length), byteOffset);
  part.set(numbers);
  return part;
}
