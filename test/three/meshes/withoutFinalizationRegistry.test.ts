import { Mesh, MeshBasicMaterial, Raycaster, Scene, SphereGeometry, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// As in React Native before Hermes V1.
beforeEach(() => {
  vi.stubGlobal('FinalizationRegistry', undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('an index of three.js answers in an engine without FinalizationRegistry', () => {
  const geometry = new SphereGeometry(1, 40, 40);
  const scene = new Scene().add(new Mesh(geometry, new MeshBasicMaterial()));
  const raycaster = new Raycaster(new Vector3(0.1, 0.2, 5), new Vector3(0, 0, -1));
  const index = SceneIndex.from(scene);
  expect(index.raycastAll(raycaster)).toEqual(raycaster.intersectObject(scene));

  geometry.dispose();
  expect(index.raycastAll(raycaster)).toEqual(raycaster.intersectObject(scene));
});
