import {
  BoxGeometry,
  InstancedMesh,
  LOD,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import { type InstanceLevel, SceneIndex, VisibleInstances } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { seeds } from '../../support/three/seeds';

const material = new MeshBasicMaterial();

function instancesAmong(random: Random, count: number): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 2, 3).translate(1, 0, 2), new MeshBasicMaterial(), count);
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, new Matrix4().setPosition(...random.triple(-12, 12)));
  mesh.position.set(...random.triple(-2, 2));
  return mesh;
}

function cameraAmong(random: Random): PerspectiveCamera {
  const camera = new PerspectiveCamera(120, 1, 0.1, 1000);
  camera.zoom = random.pick([1, 2]);
  camera.position.set(...random.triple(-20, 20));
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

function makeScene(source: InstancedMesh, options: ConstructorParameters<typeof VisibleInstances>[1]) {
  const scene = new Scene().add(source);
  const index = SceneIndex.from(scene);
  const visible = new VisibleInstances(source, options);
  scene.add(visible);
  return { scene, index, visible };
}

/** All that draws instances: the visible instances and their farther levels. */
function meshesOf(visible: Object3D): InstancedMesh[] {
  return [visible, ...visible.children].filter((child): child is InstancedMesh => child instanceof InstancedMesh);
}

/** The places of the drawn instances. */
function placesOf(mesh: InstancedMesh): number[][] {
  const matrix = new Matrix4();
  return Array.from({ length: mesh.count }, (_, i) => {
    mesh.getMatrixAt(i, matrix);
    return new Vector3().setFromMatrixPosition(matrix).toArray();
  });
}

describe('levels of distance', () => {
  it('the levels are those of a LOD in the place of each instance, frame after frame', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const source = instancesAmong(random, 40);
        const lodOf = () => {
          const lod = new LOD().addLevel(new Mesh(new SphereGeometry(), material), random.between(0, 3), 0);
          for (const distance of [8, 16, 30]) lod.addLevel(new Mesh(new SphereGeometry(), material), distance, 0.3);
          return lod.addLevel(new Object3D(), 50);
        };
        const given = lodOf();
        const lods = Array.from({ length: source.count }, (_, i) => {
          const lod = given.clone();
          // A LOD begins with all levels visible, so that it takes each for the current one.
          for (const { object } of lod.levels) object.visible = false;
          source.getMatrixAt(i, lod.matrix);
          lod.matrixAutoUpdate = false;
          source.add(lod);
          return lod;
        });
        const { index, visible } = makeScene(source, { levels: given });
        source.updateMatrixWorld();
        for (let round = 0; round < 6; round++) {
          const camera = cameraAmong(random);
          const view = index.cull(camera);
          const inView = new Set([...view.inside, ...view.crossing].map(({ instanceId }) => instanceId));
          visible.write(view);
          const expected: number[][] = given.levels.map(() => []);
          lods.forEach((lod, i) => {
            if (!inView.has(i)) return;
            lod.update(camera);
            expected[lod.getCurrentLevel()].push(i);
          });
          const drawn = [visible, ...visible.children].map((each) => {
            const { instanceIds, count } = each as VisibleInstances;
            return [...instanceIds.subarray(0, count)];
          });
          expect({ drawn, ...context }).toEqual({ drawn: expected, ...context });
        }
      }),
      1.2,
    );
  });

  it('levels may be a list: after the source itself, geometries and materials from some distances on', () => {
    const source = new InstancedMesh(new BoxGeometry(), material, 4);
    [5, 15, 25, 35].forEach((z, i) => {
      source.setMatrixAt(i, new Matrix4().makeTranslation(0, 0, -z));
    });
    const [far, farther] = [new SphereGeometry(), new BoxGeometry()];
    const other = new MeshBasicMaterial();
    const levels: InstanceLevel[] = [
      { geometry: farther, distance: 30, material: other },
      { geometry: far, distance: 10 },
    ];
    const { index, visible, scene } = makeScene(source, { levels });
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.updateMatrixWorld();
    visible.write(index.cull(camera));
    const parts = meshesOf(visible);
    expect(parts.map(placesOf)).toEqual([
      [[0, 0, -5]],
      [
        [0, 0, -15],
        [0, 0, -25],
      ],
      [[0, 0, -35]],
    ]);
    expect(parts.map((each) => each.geometry)).toEqual([source.geometry, far, farther]);
    expect(parts.map((each) => each.material)).toEqual([material, material, other]);
    index.update();
    expect(index.boxes.size).toBe(4);

    const cloned = scene.clone().children[1];
    expect(meshesOf(cloned).map(placesOf)).toEqual(parts.map(placesOf));
    visible.dispose();
    expect(parts.map(({ count }) => count)).toEqual([0, 0, 0]);
  });

  it('a list of levels is copied: what the caller changes in it later has no effect, even on clones', () => {
    const source = new InstancedMesh(new BoxGeometry(), material, 1);
    source.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, -15));
    const far = new SphereGeometry();
    const levels: InstanceLevel[] = [{ geometry: far, distance: 10 }];
    const { index, visible } = makeScene(source, { levels });
    levels[0].distance = 100;
    levels[0].geometry = new BoxGeometry();
    levels.push({ geometry: new BoxGeometry(), distance: 5 });
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.updateMatrixWorld();
    for (const each of [visible, visible.clone()]) {
      each.write(index.cull(camera));
      expect(meshesOf(each).map(({ count, geometry }) => [count, geometry])).toEqual([
        [0, source.geometry],
        [1, far],
      ]);
    }
  });

  it('levels must be levels of a mesh with instances of one geometry', () => {
    const source = new InstancedMesh(new BoxGeometry(), material, 1);
    const make =
      (levels: unknown, of: unknown = source) =>
      () =>
        new VisibleInstances(of as InstancedMesh, { levels: levels as InstanceLevel[] });
    expect(make(7)).toThrow(TypeError);
    expect(make([{ distance: 3 }])).toThrow(/levels\[0\]\.geometry/);
    expect(make([{ geometry: far(), distance: '3' }])).toThrow(/levels\[0\]\.distance/);
    expect(make([{ geometry: far(), distance: NaN }])).toThrow(/levels\[0\]\.distance must be a number, got NaN/);
    expect(make([{ geometry: far(), distance: 3, hysteresis: NaN }])).toThrow(/levels\[0\]\.hysteresis/);
    expect(make([], new Mesh())).toThrow(/InstancedMesh or BatchedMesh/);
  });

  it('a list has 0 to 255 levels, and a LOD has 1 to 255', () => {
    const source = new InstancedMesh(new BoxGeometry(), material, 1);
    const list = (count: number): InstanceLevel[] =>
      Array.from({ length: count }, (_, i) => ({ geometry: far(), distance: i + 1 }));
    const lod = (count: number) => {
      const made = new LOD();
      for (const { geometry, distance } of list(count)) made.addLevel(new Mesh(geometry), distance);
      return made;
    };
    const make = (levels: LOD | InstanceLevel[]) => () => new VisibleInstances(source, { levels });
    expect(make(list(256))).toThrow(new RangeError('options.levels must be 0 to 255 levels, got 256'));
    expect(make(lod(256))).toThrow(new RangeError('options.levels must be 1 to 255 levels, got 256'));
    expect(make(lod(0))).toThrow(new RangeError('options.levels must be 1 to 255 levels, got 0'));
    for (const levels of [list(255), lod(255)]) {
      source.setMatrixAt(0, new Matrix4().setPosition(0, 0, -500));
      const { index, visible } = makeScene(source, { levels });
      const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
      camera.updateMatrixWorld();
      visible.write(index.cull(camera));
      expect(meshesOf(visible).findIndex(({ count }) => count === 1)).toBe(meshesOf(visible).length - 1);
      visible.dispose();
    }
  });

  function far(): SphereGeometry {
    return new SphereGeometry();
  }
});

it.each([false, true])(
  'sorted instances come front to back, and back to front if transparent is true: %s',
  async (transparent) => {
    await search(
      0.2,
      seeds((random, context) => {
        const source = instancesAmong(random, 40);
        (source.material as MeshBasicMaterial).transparent = transparent;
        const { index, visible } = makeScene(source, { sort: true });
        const camera = cameraAmong(random);
        visible.write(index.cull(camera));
        const inverse = camera.matrixWorldInverse;
        const depths = placesOf(visible).map(([x, y, z]) => {
          const middle = new Vector3(x + 1, y, z + 2).applyMatrix4(source.matrixWorld).applyMatrix4(inverse);
          // Rounded, as the test adds in another order.
          return Math.round(-middle.z * 1e6);
        });
        const expected = [...depths].sort((a, b) => (transparent ? b - a : a - b));
        expect({ depths, ...context }).toEqual({ depths: expected, ...context });
      }),
      0.6,
    );
  },
);
