import { BoxScene, SceneNames } from 'slabtree';
import { type GraphScene, sceneFrom, SceneIndex } from 'slabtree/three';
import {
  BackSide,
  BatchedMesh,
  BoxGeometry,
  Group,
  InstancedMesh,
  Line,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Points,
  Raycaster,
  Sprite,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { makeBuilding } from '../../../examples/building/building';
import { makeMaterials } from '../../../examples/building/materials';
import { Random } from '../../support/random';

const material = new MeshBasicMaterial();
const cube = new BoxGeometry(1, 1, 1);
const down = { x: 0, y: -1, z: 0 };

/** Casts a ray from above, and returns what it hits in the terms of three.js. */
function below(graph: GraphScene, x: number, z: number, side: 'both' | 'front' = 'both') {
  const hit = graph.scene.raycast({ origin: { x, y: 100, z }, direction: down }, { side });
  return hit && { ...graph.at(hit.id), face: graph.faceIndex(hit.id, hit.triangle), y: hit.point.y };
}

function at(object: Mesh, x: number, y = 0, z = 0): Mesh {
  object.position.set(x, y, z);
  return object;
}

describe('a scene from a graph', () => {
  it('an id stands for an object, an instance and a name', () => {
    const root = new Group();
    const house = new Group();
    house.name = 'house';
    root.add(house);
    const roof = at(new Mesh(cube, material), 0);
    roof.name = 'roof';
    const nameless = at(new Mesh(cube, material), 2);
    const trees = new InstancedMesh(cube, material, 2);
    trees.name = 'trees';
    trees.setMatrixAt(0, new Matrix4().makeTranslation(4, 0, 0));
    trees.setMatrixAt(1, new Matrix4().makeTranslation(6, 0, 0));
    const batch = new BatchedMesh(2, 24, 36, material);
    const geometry = batch.addGeometry(cube);
    batch.setMatrixAt(batch.addInstance(geometry), new Matrix4().makeTranslation(8, 0, 0));
    batch.setVisibleAt(0, false);
    batch.setMatrixAt(batch.addInstance(geometry), new Matrix4().makeTranslation(10, 0, 0));
    house.add(roof, nameless, trees, batch);
    const graph = sceneFrom(root);
    expect(below(graph, 0, 0)).toMatchObject({ object: roof, name: 'roof', y: 0.5 });
    expect(below(graph, 2, 0)).toMatchObject({ object: nameless, name: 'house' });
    expect(below(graph, 4, 0)).toMatchObject({ object: trees, instanceId: 0, name: 'trees' });
    expect(below(graph, 6, 0)).toMatchObject({ object: trees, instanceId: 1, name: 'trees' });
    expect(below(graph, 8, 0)).toBe(null);
    expect(below(graph, 10, 0)).toMatchObject({ object: batch, batchId: 1, name: 'house' });
    expect(graph.scene.size).toBe(5);
    // All but the batch draw the same geometry.
    expect(graph.scene.meshes).toHaveLength(2);
    expect(graph.names.runs).toEqual([
      [0, 'roof'],
      [1, 'house'],
      [2, 'trees', 0],
      [4, 'house', 1],
    ]);
  });

  it('invisible objects, lines, points, sprites and empty geometries are left out', () => {
    const root = new Group();
    const hidden = new Group();
    hidden.visible = false;
    hidden.add(new Mesh(cube, material));
    const empty = new Mesh(cube.clone(), material);
    empty.geometry.setDrawRange(0, 0);
    root.add(hidden, new Line(cube), new Points(cube), new Sprite(), empty);
    const { scene, names } = sceneFrom(root);
    expect(scene.size).toBe(0);
    expect(names.runs).toEqual([]);
  });

  it('faces are numbered as in three.js, with a draw range and with groups', () => {
    const ranged = cube.clone();
    // The triangles of the top, which is the third side.
    ranged.setDrawRange(12, 6);
    const part = new Mesh(ranged, material);
    const grouped = at(new Mesh(cube, [material, material, material]), 2);
    const root = new Group().add(part, grouped);
    const graph = sceneFrom(root);
    const index = SceneIndex.from(root);
    for (const x of [0.1, 2.1]) {
      const hit = index.raycast(new Raycaster(new Vector3(x, 100, 0.2), new Vector3(0, -1, 0)));
      expect(below(graph, x, 0.2)).toMatchObject({ object: hit?.object, face: hit?.faceIndex });
    }
    // The material with the number 3 is missing: three.js draws only what has one.
    const bottom = graph.scene.raycast({ origin: { x: 2.1, y: -100, z: 0.2 }, direction: { x: 0, y: 1, z: 0 } });
    expect(bottom?.point.y).toBe(0.5);
  });

  it('the side that a material draws is the front', () => {
    const plane = new PlaneGeometry(1, 1);
    const back = new MeshBasicMaterial({ side: BackSide });
    const up = at(new Mesh(plane, material), 0);
    const turned = at(new Mesh(plane, back), 2);
    const mirrored = at(new Mesh(plane, material), 4);
    mirrored.scale.y = -1;
    for (const mesh of [up, turned, mirrored]) mesh.rotation.x = -Math.PI / 2;
    const root = new Group().add(up, turned, mirrored);
    const graph = sceneFrom(root);
    const index = SceneIndex.from(root);
    for (const x of [0.1, 2.1, 4.1]) {
      const hit = index.raycast(new Raycaster(new Vector3(x, 100, 0.2), new Vector3(0, -1, 0)));
      expect({ x, object: below(graph, x, 0.2, 'front')?.object }).toEqual({ x, object: hit?.object });
      expect(below(graph, x, 0.2)).not.toBe(null);
    }
    // Objects with materials for different sides do not share a mesh.
    expect(graph.scene.meshes).toHaveLength(2);
  });

  it('an object without thickness is drawn, and is in the scene', () => {
    const flat = new Mesh(cube, material);
    flat.scale.y = 0;
    const graph = sceneFrom(new Group().add(flat));
    expect(below(graph, 0.1, 0.2)).toMatchObject({ object: flat, y: 0 });
  });

  it('later changes of the graph and of the scene leave each other alone', () => {
    const cubes = [new Mesh(cube, material), at(new Mesh(cube, material), 2)];
    const root = new Group().add(...cubes);
    const graph = sceneFrom(root);
    cubes[0].position.x = 50;
    root.remove(cubes[1]);
    root.updateMatrixWorld();
    expect(below(graph, 0, 0)?.object).toBe(cubes[0]);
    expect(below(graph, 2, 0)?.object).toBe(cubes[1]);
    graph.scene.remove(0);
    expect(below(graph, 0, 0)).toBe(null);
    expect(cubes[0].visible).toBe(true);
  });

  it('a wrong argument is named', () => {
    const graph = sceneFrom(new Group().add(new Mesh(cube, material)));
    expect(() => sceneFrom({} as never)).toThrow('root must be');
    expect(() => sceneFrom(new Group(), { backed: 'js' } as never)).toThrow('options has no option "backed"');
    expect(() => graph.at(1)).toThrow(new RangeError('id must be the id of a box, got 1'));
    expect(() => graph.faceIndex(1, 0)).toThrow(new RangeError('id must be the id of a box, got 1'));
    expect(() => graph.faceIndex(0, '0' as never)).toThrow('triangle must be a number');
    expect(graph.faceIndex(0, -1)).toBe(-1);
  });
});

describe('a scene from the building', () => {
  const building = makeBuilding(makeMaterials());
  const random = new Random(1);
  const rays = new Float64Array(6 * 2000);
  for (let i = 0; i < rays.length; i += 6) {
    rays.set([random.between(-30, 30), random.between(-2, 24), random.between(-14, 14), ...random.direction()], i);
  }

  it('every ray meets the object and the triangle of the precise pick, but for coincident faces', () => {
    const index = SceneIndex.from(building);
    const graph = sceneFrom(building);
    const { ids, ts, triangles } = graph.scene.raycastMany(rays, { triangles: true });
    let hits = 0;
    for (let i = 0; i < ids.length; i++) {
      const [x, y, z, dx, dy, dz] = rays.subarray(6 * i);
      const raycaster = new Raycaster(new Vector3(x, y, z), new Vector3(dx, dy, dz));
      const [first, ...others] = index.raycastAll(raycaster);
      if (ids[i] < 0) expect({ i, first }).toEqual({ i, first: undefined });
      else {
        hits++;
        const { object } = graph.at(ids[i]);
        const face = graph.faceIndex(ids[i], triangles[i]);
        const close = [first, ...others].filter(({ distance }) => distance - first.distance < 1e-9);
        expect(Math.abs(ts[i] - first.distance)).toBeLessThan(1e-9);
        expect(close.some((hit) => hit.object === object && hit.faceIndex === face)).toBe(true);
      }
    }
    expect(hits).toBeGreaterThan(500);
  });

  it('a file read back answers with the same bits, and has the names', () => {
    const { scene, names } = sceneFrom(building);
    const bytes = Buffer.concat([scene.serialize(), names.serialize()]);
    const read = BoxScene.deserialize(bytes);
    expect(read.raycastMany(rays, { triangles: true })).toEqual(scene.raycastMany(rays, { triangles: true }));
    expect(SceneNames.deserialize(bytes).runs).toEqual(names.runs);
  });
});
