import * as three from 'three';
import { Line2 } from 'three/addons/lines/webgpu/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import * as webgpu from 'three/webgpu';
import { IndexRaycaster, SceneIndex, VisibleInstances } from 'slabtree/three';
import { expect, it, vi } from 'vitest';
import type { Random } from '../support/random';
import { search } from '../support/runs';
import { compareRaycast, requireSameHits } from '../support/three/compare';
import { raycasterAmong } from '../support/three/rays';
import { seeds } from '../support/three/seeds';

it('three/webgpu, three and slabtree/three share the classes of three.js', () => {
  const shared = Object.keys(webgpu).filter((name) => name in three) as (keyof typeof three & keyof typeof webgpu)[];
  const other = shared.filter((name) => three[name] !== webgpu[name]);
  expect(shared.length).toBeGreaterThan(300);
  // Each renderer has its own generator of environment maps.
  expect(other).toEqual(['PMREMGenerator']);
  expect(IndexRaycaster.prototype).toBeInstanceOf(webgpu.Raycaster);
  expect(VisibleInstances.prototype).toBeInstanceOf(webgpu.Mesh);
});

it('rays hit objects of three/webgpu as in three.js, and nothing warns of a second copy', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  let hits = 0;
  await search(
    0.4,
    seeds((random, context) => {
      const scene = sceneAmong(random);
      const index = SceneIndex.from(scene);
      for (let i = 0; i < 40; i++) {
        const raycaster = raycasterAmong(random, scene);
        compareRaycast(index, raycaster, context);
        const expected = raycaster.intersectObject(scene, true);
        requireSameHits(index.raycastAll(raycaster), expected, raycaster, context);
        hits += expected.length;
      }
    }),
  );
  expect(hits).toBeGreaterThan(0);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

/** A scene of meshes with node materials, instances, a batch and a wide line. */
function sceneAmong(random: Random): webgpu.Scene {
  const { BatchedMesh, BoxGeometry, InstancedMesh, Matrix4, Mesh, Scene, TorusKnotGeometry } = webgpu;
  const { DoubleSide, MeshStandardNodeMaterial, Vector3 } = webgpu;
  const material = new MeshStandardNodeMaterial({ side: DoubleSide });
  const geometries = [new BoxGeometry(1, 1, 1), new TorusKnotGeometry(0.5, 0.2, 24, 5)];
  const matrixAmong = () => new Matrix4().setPosition(...random.triple(-4, 4));
  const scene = new Scene();
  for (let i = 0; i < 6; i++) {
    const mesh = new Mesh(random.pick(geometries), material);
    mesh.position.set(...random.triple(-4, 4));
    scene.add(mesh);
  }
  const instances = new InstancedMesh(geometries[1], material, 6);
  for (let i = 0; i < 6; i++) instances.setMatrixAt(i, matrixAmong());
  const batch = new BatchedMesh(6, 400, 1200, material);
  const ids = geometries.map((geometry) => batch.addGeometry(geometry));
  for (let i = 0; i < 6; i++) batch.setMatrixAt(batch.addInstance(random.pick(ids)), matrixAmong());
  const places = Array.from({ length: 8 }, () => new Vector3(...random.triple(-4, 4)));
  const line = new Line2(
    new LineGeometry().setFromPoints(places),
    new webgpu.Line2NodeMaterial({ linewidth: 0.3, worldUnits: true }),
  );
  scene.add(instances, batch, line);
  scene.updateMatrixWorld();
  return scene;
}
