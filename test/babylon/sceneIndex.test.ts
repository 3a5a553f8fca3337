import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera';
import { PickingCustomization, Ray } from '@babylonjs/core/Culling/ray';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder';
import type { Scene } from '@babylonjs/core/scene';
import { SceneIndex } from 'slabtree/babylon';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { emptyScene, withScene } from './support/babylonScenes';
import { describePick } from './support/describePick';

const down = (x: number, z: number) => new Ray(new Vector3(x, 10, z), new Vector3(0, -1, 0));

/** Begins the next frame: Babylon.js computes a world matrix once a frame. */
function nextFrame(scene: Scene): void {
  scene.incrementRenderId();
}

describe('SceneIndex of slabtree/babylon', () => {
  it('pick returns the box under the pointer', () => {
    withScene((scene) => {
      const box = CreateBox('box', { size: 2 }, scene);
      scene.activeCamera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
      const index = SceneIndex.from(scene);
      const hit = index.pick(400, 300);
      expect(hit.pickedMesh).toBe(box);
      expect(hit.pickedPoint?.z).toBeCloseTo(-1, 5);
      expect(hit.ray?.origin.z).toBeCloseTo(-9, 5);
      expect(index.pick(10, 10).hit).toBe(false);
      expect(index.multiPick(400, 300).map(({ pickedMesh }) => pickedMesh)).toEqual([box]);
      expect(index.pick(400, 300, { camera: new FreeCamera('other', new Vector3(0, 50, -10), scene) }).hit).toBe(false);
    });
  });

  it('the first of two meshes at one place is hit', () => {
    withScene((scene) => {
      const [first, second] = [CreateBox('first', {}, scene), CreateBox('second', {}, scene)];
      const index = SceneIndex.from(scene);
      expect(index.pickWithRay(down(0, 0)).pickedMesh).toBe(first);
      expect(index.pickWithRay(down(0, 0), { predicate: (mesh) => mesh !== first }).pickedMesh).toBe(second);
    });
  });

  it('a ray hits beyond the edge of a triangle and of its box, as for Babylon.js', () => {
    withScene((scene) => {
      CreateGround('ground', { width: 100, height: 100 }, scene);
      const index = SceneIndex.from(scene);
      for (const x of [49.99, 50.04, 50.09, 50.2]) {
        expect(describePick(index.pickWithRay(down(x, 1)))).toEqual(describePick(scene.pickWithRay(down(x, 1))));
      }
    });
  });

  it('update follows meshes that are moved, hidden, disabled, unpickable, added and removed', () => {
    withScene((scene) => {
      const box = CreateBox('box', {}, scene);
      const index = SceneIndex.from(scene);
      const hits = (x: number) => {
        nextFrame(scene);
        index.update();
        return index.pickWithRay(down(x, 0)).hit;
      };
      const found = [hits(0)];
      box.position.x = 5;
      found.push(hits(0), hits(5));
      box.isVisible = false;
      found.push(hits(5));
      box.isVisible = true;
      box.setEnabled(false);
      found.push(hits(5));
      box.setEnabled(true);
      box.isPickable = false;
      found.push(hits(5));
      box.isPickable = true;
      found.push(hits(5));
      const other = CreateBox('other', {}, scene);
      found.push(hits(0));
      other.dispose();
      found.push(hits(0));
      scene.removeMesh(box);
      found.push(hits(5));
      expect(found).toEqual([true, false, true, false, false, false, true, true, false, false]);
      expect(index.boxes.size).toBe(0);
    });
  });

  it('update follows changed thin instances', () => {
    withScene((scene) => {
      const box = CreateBox('box', {}, scene);
      box.thinInstanceEnablePicking = true;
      box.thinInstanceAdd([Matrix.Translation(3, 0, 0), Matrix.Translation(6, 0, 0)]);
      const index = SceneIndex.from(scene);
      const at = (x: number) => index.pickWithRay(down(x, 0)).thinInstanceIndex;
      expect([at(0), at(3), at(6)]).toEqual([-1, 0, 1]);
      expect([0, 1].map((id) => index.at(id))).toEqual([0, 1].map((i) => ({ mesh: box, thinInstanceIndex: i })));
      box.thinInstanceSetMatrixAt(0, Matrix.Translation(9, 0, 0));
      box.thinInstanceAdd(Matrix.Translation(12, 0, 0));
      index.update();
      expect([at(3), at(9), at(12)]).toEqual([-1, 0, 2]);
      box.thinInstanceCount = 1;
      index.update();
      expect([at(9), at(6)]).toEqual([0, -1]);
    });
  });

  it('a ray follows moved vertices of a mesh with a tree over its triangles', () => {
    withScene((scene) => {
      const ground = CreateGround('ground', { width: 10, height: 10, subdivisions: 10, updatable: true }, scene);
      const index = SceneIndex.from(scene);
      expect(index.pickWithRay(down(1.3, 2.2)).pickedPoint?.y).toBe(0);
      const raised = Array.from(ground.getVerticesData('position') ?? [], (value, i) => (i % 3 === 1 ? 2 : value));
      ground.updateVerticesData('position', raised, true);
      index.update();
      const hit = index.pickWithRay(down(1.3, 2.2));
      expect(hit.pickedPoint?.y).toBe(2);
      expect(describePick(hit)).toEqual(describePick(scene.pickWithRay(down(1.3, 2.2))));
    });
  });

  it('a pick calls the function that the program has put in place of the test of a mesh', () => {
    withScene((scene) => {
      CreateBox('box', {}, scene);
      const index = SceneIndex.from(scene);
      PickingCustomization.internalPickerForMesh = () => null as never;
      const { hit } = index.pickWithRay(down(0, 0));
      PickingCustomization.internalPickerForMesh = undefined as never;
      expect(hit).toBe(false);
    });
  });

  it('a pick tests the nearest meshes, and none far behind the hit', () => {
    withScene((scene) => {
      for (let i = 0; i < 100; i++) CreateBox('box', {}, scene).position.y = -3 * i;
      const camera = new FreeCamera('camera', new Vector3(0, 30, 0), scene);
      camera.setTarget(Vector3.Zero());
      nextFrame(scene);
      scene.activeCamera = camera;
      const index = SceneIndex.from(scene);
      let calls = 0;
      const predicate = () => {
        calls++;
        return true;
      };
      const found = [index.pickWithRay(down(0.1, 0.1), { predicate }), index.pick(401, 301, { predicate })];
      expect(found.map(({ pickedMesh }) => pickedMesh)).toEqual([scene.meshes[0], scene.meshes[0]]);
      expect(calls).toBeLessThan(20);
    });
  });

  it('a predicate may pick', () => {
    withScene((scene) => {
      const box = CreateBox('box', {}, scene);
      CreateSphere('sphere', { segments: 16, diameter: 0.5 }, scene);
      const index = SceneIndex.from(scene);
      const predicate = () => index.pickWithRay(down(0, 0)).pickedMesh === box;
      expect(describePick(index.pickWithRay(down(0.1, 0), { predicate }))).toEqual(
        describePick(scene.pickWithRay(down(0.1, 0))),
      );
    });
  });

  it('a predicate decides about triangles', () => {
    withScene((scene) => {
      CreateGround('ground', { width: 8, height: 8, subdivisions: 20 }, scene);
      const index = SceneIndex.from(scene);
      const trianglePredicate = (p0: Vector3) => p0.x > 1;
      const found = [0.2, 3].map((x) => index.pickWithRay(down(x, 0.3), { trianglePredicate }).hit);
      expect(found).toEqual([false, true]);
    });
  });

  it('cull returns the meshes that Babylon.js finds in a view, and few more', () => {
    withScene((scene) => {
      const random = new Random(3);
      for (let i = 0; i < 300; i++) {
        const box = CreateBox('box', { size: 0.1 }, scene);
        box.position.set(...random.triple(-20, 20));
        box.isVisible = i % 10 !== 0;
      }
      const camera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
      scene.activeCamera = camera;
      const index = SceneIndex.from(scene);
      const { inside, crossing } = index.cull();
      const planes = index
        .cull(camera)
        .inside.toArray()
        .map(({ mesh }) => mesh);
      expect(planes).toEqual(inside.toArray().map(({ mesh }) => mesh));
      const found = new Set([...inside, ...crossing].map(({ mesh }) => mesh));
      const expected = scene.meshes.filter((mesh) => mesh.isVisible && camera.isInFrustum(mesh));
      expect(expected.length).toBeGreaterThan(20);
      expect(expected.filter((mesh) => !found.has(mesh))).toEqual([]);
      expect(found.size).toBeLessThan(expected.length + 5);
      expect([...found].every((mesh) => mesh.isVisible)).toBe(true);
      expect(inside.toArray().every(({ mesh }) => camera.isCompletelyInFrustum(mesh))).toBe(true);
    });
  });

  it('the mask drawnMask selects the boxes of visible meshes', () => {
    withScene((scene) => {
      CreateBox('box', {}, scene).isVisible = false;
      const { boxes, drawnMask } = SceneIndex.from(scene);
      const ray = { origin: { x: 0, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } };
      expect([boxes.raycast(ray)?.id, boxes.raycast(ray, { mask: drawnMask })]).toEqual([0, null]);
    });
  });

  it('each error says what is wrong', () => {
    const scene = emptyScene();
    const index = SceneIndex.from(scene);
    const calls: [() => unknown, string][] = [
      [() => SceneIndex.from(null as never), 'scene must be a Babylon.js Scene, got null'],
      [() => SceneIndex.from(scene, { size: 1 } as never), 'options has no option "size"'],
      [() => index.pick(NaN, 0), 'x must be a finite number, got NaN'],
      [() => index.pick(0, 0), 'options.camera must be a Babylon.js Camera if the scene has none'],
      [() => index.pick(0, 0, { camera: {} as never }), 'options.camera must be a Babylon.js Camera, got an object'],
      [() => index.pickWithRay({} as never), 'ray must be a Babylon.js Ray, got an object'],
      [() => index.pickWithRay(down(0, 0), { predicate: 1 as never }), 'options.predicate must be a function, got 1'],
      [() => index.cull(), 'camera must be a Babylon.js Camera if the scene has none'],
      [() => index.at(7), 'id must be the id of a box, got 7'],
    ];
    for (const [call, message] of calls) expect(call).toThrow(message);
    scene.dispose();
  });
});
