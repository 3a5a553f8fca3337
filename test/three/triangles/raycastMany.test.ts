import { SceneIndex } from 'slabtree/three';
import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  FrontSide,
  Group,
  InstancedMesh,
  Layers,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
} from 'three';
import { describe, expect, it } from 'vitest';

const material = new MeshBasicMaterial();

/** A cube at x 0, points at 2, and cubes as instances at 4 and 6. */
function makeIndex() {
  const cube = new Mesh(new BoxGeometry(1, 1, 1), material);
  const points = new Points(cube.geometry);
  points.position.x = 2;
  const cubes = new InstancedMesh(cube.geometry, material, 2);
  for (const i of [0, 1]) cubes.setMatrixAt(i, new Matrix4().makeTranslation(4 + 2 * i, 0, 0));
  const root = new Group().add(points, cube, cubes);
  return { cube, points, cubes, root, index: SceneIndex.from(root) };
}

/** Rays from above at these places. */
function raysAt(...places: number[]): Float64Array {
  return Float64Array.from(places.flatMap((x) => [x + 0.1, 10, 0.2, 0, -2, 0]));
}

describe('raycastMany of an index', () => {
  it('each answer has ids of the index, t in units of the direction, faces, and places on these', () => {
    const { index, cube, cubes } = makeIndex();
    const { ids, ts, triangles, us, vs } = index.raycastMany(raysAt(0, 2, 6));
    expect(index.at(ids[0])).toEqual({ object: cube });
    expect(ids[1]).toBe(-1);
    expect(index.at(ids[2])).toEqual({ object: cubes, instanceId: 1 });
    expect([...ts]).toEqual([4.75, Infinity, 4.75]);
    expect([...triangles]).toEqual([5, -1, 5]);
    expect([us[0], vs[0]].every((share) => share > 0 && share < 1)).toBe(true);
  });

  it('range, side and layers select hits', () => {
    const { index, cube } = makeIndex();
    expect([...index.raycastMany(raysAt(0), { tMax: 4.7 }).ids]).toEqual([-1]);
    expect([...index.raycastMany(raysAt(0), { tMin: 4.8 }).ts]).toEqual([Infinity]);
    expect([...index.raycastMany(raysAt(0), { tMin: 4.8, side: 'both' }).ts]).toEqual([5.25]);
    const layers = new Layers();
    layers.set(1);
    expect([...index.raycastMany(raysAt(0), { layers }).ids]).toEqual([-1]);
    cube.layers.enable(1);
    index.update();
    expect([...index.raycastMany(raysAt(0), { layers }).ts]).toEqual([4.75]);
  });

  it('later answers follow moved, added, removed and deformed objects from the next update on', () => {
    const { index, cube, cubes, root } = makeIndex();
    const heights = () => [...index.raycastMany(raysAt(0, 4, 20)).ts];
    expect(heights()).toEqual([4.75, 4.75, Infinity]);
    cube.position.y = 1;
    cubes.setMatrixAt(0, new Matrix4().makeTranslation(4, 2, 0));
    cubes.instanceMatrix.needsUpdate = true;
    expect(heights()).toEqual([4.75, 4.75, Infinity]);
    index.update();
    expect(heights()).toEqual([4.25, 3.75, Infinity]);
    const added = cube.clone();
    added.position.set(20, 3, 0);
    root.add(added);
    root.remove(cubes);
    index.update();
    expect(heights()).toEqual([4.25, Infinity, 3.25]);
    const { position } = cube.geometry.attributes;
    for (let i = 0; i < position.count; i++) position.setY(i, 2 * position.getY(i));
    position.needsUpdate = true;
    cube.geometry.computeBoundingBox();
    index.update();
    expect(heights()).toEqual([4, Infinity, 3]);
    // Nothing draws the mesh any more.
    cube.geometry = new BoxGeometry(1, 1, 1);
    added.geometry = cube.geometry;
    index.update();
    expect(heights()).toEqual([4.25, Infinity, 3.25]);
    expect(index.triangles.meshes).toHaveLength(1);
  });

  it.each([FrontSide, BackSide, DoubleSide])('u and v belong to the corners of the face, with the side %i', (side) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 4, 0, 0, 0, 0, 4], 3));
    const index = SceneIndex.from(new Mesh(geometry, new MeshBasicMaterial({ side })));
    const all = { side: 'both' } as const;
    // A quarter of the way to the second corner, and half of the way to the third, from above and from below.
    for (const y of [3, -3]) {
      const { us, vs, triangles } = index.raycastMany(Float64Array.of(1, y, 2, 0, -y, 0), all);
      expect([us[0], vs[0], triangles[0]]).toEqual([0.25, 0.5, 0]);
    }
  });

  it('a mesh with morph targets is where it is drawn, also after a scale of 0', () => {
    const { geometry } = makeIndex().cube;
    geometry.morphAttributes.position = [geometry.attributes.position.clone()];
    const mesh = new Mesh(geometry, material);
    mesh.position.x = 4;
    const index = SceneIndex.from(new Group().add(mesh));
    const heights = () => [...index.raycastMany(raysAt(4, 8)).ts];
    expect(heights()).toEqual([4.75, Infinity]);
    for (const [scale, height] of [
      [0, 5],
      [1, 4.75],
    ]) {
      mesh.scale.y = scale;
      index.update();
      expect(heights()).toEqual([height, Infinity]);
    }
  });

  it('a wrong argument is named', async () => {
    const { index } = makeIndex();
    expect(() => index.raycastMany([0, 0, 0, 0, 0, 1] as never)).toThrow('rays must be');
    expect(() => index.raycastMany(raysAt(0), { near: 1 } as never)).toThrow('options has no option "near"');
    expect(() => index.raycastMany(raysAt(0), { side: 'front' as never })).toThrow(
      "options.side must be 'drawn' or 'both', got \"front\"",
    );
    expect(() => index.raycastMany(raysAt(0), { layers: 1 as never })).toThrow(
      'options.layers must be three.js Layers',
    );
    await expect(index.raycastManyAsync(raysAt(0), {} as never)).rejects.toThrow(
      'pool must be a RaycastPool of index.triangles',
    );
  });
});
