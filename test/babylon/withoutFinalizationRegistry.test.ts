import { Ray } from '@babylonjs/core/Culling/ray';
import { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder';
import { SceneIndex } from 'slabtree/babylon';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withScene } from './support/babylonScenes';

// As in React Native before Hermes V1.
beforeEach(() => {
  vi.stubGlobal('FinalizationRegistry', undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('an index of Babylon.js answers in an engine without FinalizationRegistry', () => {
  withScene((scene) => {
    const sphere = CreateSphere('sphere', { segments: 20 }, scene);
    const ray = new Ray(new Vector3(0.1, 0.2, -5), new Vector3(0, 0, 1));
    const hit = SceneIndex.from(scene).pickWithRay(ray);
    expect(hit.pickedMesh).toBe(sphere);
    expect(hit.distance).toBe(scene.pickWithRay(ray)?.distance);
  });
});
