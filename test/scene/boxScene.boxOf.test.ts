import { BoxScene, overlaps } from 'slabtree';
import { describe, expect, it } from 'vitest';

const box = { min: { x: 0.1, y: -2, z: 3 }, max: { x: 4, y: 5, z: 6 } };
const sheared = [1, 0.5, 0, 0, -0.25, 2, 0.1, 0, 0, 0, -3, 0, 7, 8.1, 9, 1];
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe.each(['js', 'wasm'] as const)('BoxScene.boxOf on %s', (backend) => {
  it('the box is the one that was set, with its matrix, and a box along the axes has the identity', () => {
    const scene = new BoxScene({ backend });
    const wide = scene.addAabb(box);
    const narrow = scene.addAabb({ min: { x: 0, y: 1, z: 2 }, max: { x: 0.5, y: 1, z: 2 } });
    const oriented = scene.addObb({ ...box, matrix: sheared });
    const plain = ({ min, max, matrix }: ReturnType<BoxScene['boxOf']>) => ({
      min,
      max,
      matrix: Array.from(matrix as Float64Array),
    });
    expect(plain(scene.boxOf(wide))).toEqual({ ...box, matrix: identity });
    expect(plain(scene.boxOf(narrow)).max).toEqual({ x: 0.5, y: 1, z: 2 });
    expect(plain(scene.boxOf(oriented))).toEqual({ ...box, matrix: sheared });
    scene.setAabb(oriented, box);
    expect(plain(scene.boxOf(oriented))).toEqual({ ...box, matrix: identity });
    scene.setObb(wide, { ...box, matrix: sheared });
    expect(plain(scene.boxOf(wide))).toEqual({ ...box, matrix: sheared });
    expect(overlaps(scene.boxOf(wide), scene.boxOf(wide))).toBe(true);
  });

  it('the local box of an instance is the bounds of its mesh', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0]));
    const id = scene.addInstance(mesh, sheared);
    expect(scene.boxOf(id)).toMatchObject({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 0 } });
    scene.setPositions(mesh, new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 7]));
    expect(scene.boxOf(id).max.z).toBe(7);
  });

  it('the box is a copy, and an id without a box is refused', () => {
    const scene = new BoxScene({ backend });
    const id = scene.addObb({ ...box, matrix: sheared });
    const copy = scene.boxOf(id);
    copy.min.x = 3;
    (copy.matrix as Float64Array).fill(7);
    expect(scene.boxOf(id).min).toEqual(box.min);
    expect(Array.from(scene.boxOf(id).matrix as Float64Array)).toEqual(sheared);
    scene.remove(id);
    expect(() => scene.boxOf(id)).toThrow('id must be the id of a box in the scene, got 0');
  });
});

describe('BoxScene.generationOf', () => {
  it('the generation stays while a box is changed, and is another one for each box that gets the id', () => {
    const scene = new BoxScene();
    const generations = new Set<number>();
    for (let i = 0; i < 5; i++) {
      expect(scene.addAabb(box)).toBe(0);
      const generation = scene.generationOf(0);
      generations.add(generation);
      scene.setObb(0, { ...box, matrix: sheared });
      scene.setMask(0, 3);
      scene.commit();
      expect(scene.generationOf(0)).toBe(generation);
      if (i % 2 === 0) scene.remove(0);
      else scene.clear();
    }
    expect(generations.size).toBe(5);
    expect(() => scene.generationOf(0)).toThrow('id must be the id of a box in the scene, got 0');
  });

  it('boxes that are added together, read from a file or attached have generations as well', () => {
    const scene = new BoxScene({ shared: true });
    scene.addAabbs(new Float64Array(600).map((_, i) => i));
    for (let id = 10; id < 90; id++) scene.remove(id);
    const first = scene.addAabbs(new Float64Array(300).map((_, i) => i));
    expect(first).toBeLessThan(90);
    const before = scene.generationOf(first);
    expect(before).not.toBe(scene.generationOf(0));
    const read = BoxScene.deserialize(scene.serialize());
    const generation = read.generationOf(first);
    read.remove(first);
    read.addAabb(box);
    expect(read.generationOf(first)).not.toBe(generation);
    expect(BoxScene.attach(scene.handle()).generationOf(first)).toBe(0);
  });
});
