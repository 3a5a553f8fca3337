import { Ray } from '@babylonjs/core/Culling/ray';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import { CreateLines } from '@babylonjs/core/Meshes/Builders/linesBuilder';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo';
import { BoxScene, SceneNames } from 'slabtree';
import { sceneFrom, type MeshScene } from 'slabtree/babylon';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { withScene } from './support/babylonScenes';

/** What a ray from above hits, by its mesh, its thin instance and its name. */
function below(city: MeshScene, x: number) {
  const hit = city.scene.raycast({ origin: { x, y: 100, z: 0.1 }, direction: { x: 0, y: -1, z: 0 } });
  return hit && { ...city.at(hit.id), y: hit.point.y };
}

describe('a scene from a Babylon.js scene', () => {
  it('an id stands for a mesh, a thin instance and a name', () => {
    withScene((scene) => {
      const box = CreateBox('box', { size: 2 }, scene);
      const copy = box.createInstance('copy');
      copy.position.x = 5;
      const many = CreateBox('many', { size: 2 }, scene);
      many.thinInstanceEnablePicking = true;
      many.thinInstanceAdd([Matrix.Translation(10, 0, 0), Matrix.Translation(15, 3, 0)]);
      const hidden = CreateBox('hidden', {}, scene);
      hidden.position.x = 20;
      hidden.isVisible = false;
      const flat = CreateBox('flat', {}, scene);
      flat.position.x = 25;
      flat.scaling.y = 0;
      CreateLines('lines', { points: [new Vector3(30, -1, 0), new Vector3(30, 1, 0)] }, scene);
      const city = sceneFrom(scene);
      expect(below(city, 0.2)).toEqual({ mesh: box, name: 'box', y: 1 });
      expect(below(city, 5.2)).toEqual({ mesh: copy, name: 'copy', y: 1 });
      expect(below(city, 10.2)).toEqual({ mesh: many, thinInstanceIndex: 0, name: 'many', y: 1 });
      expect(below(city, 15.2)).toEqual({ mesh: many, thinInstanceIndex: 1, name: 'many', y: 4 });
      expect(below(city, 20)).toBe(null);
      expect(below(city, 25.2)).toEqual({ mesh: flat, name: 'flat', y: 0 });
      expect(city.scene.size).toBe(5);
      expect(city.names.runs).toEqual([
        [0, 'box'],
        [1, 'copy'],
        [2, 'many', 0],
        [4, 'flat'],
      ]);
      const bytes = Buffer.concat([city.scene.serialize(), city.names.serialize()]);
      expect(SceneNames.deserialize(bytes).nameOf(3)).toBe('many');
      expect(BoxScene.deserialize(bytes).size).toBe(5);
      // Later changes are not followed.
      box.position.x = 50;
      expect(below(city, 0.2)?.mesh).toBe(box);
    });
  });

  it('a mesh or thin instance whose numbers are not finite is left out, and one that is almost flat is not', () => {
    withScene((scene) => {
      const lost = CreateBox('lost', {}, scene);
      lost.position.x = NaN;
      const many = CreateBox('many', { size: 2 }, scene);
      many.thinInstanceEnablePicking = true;
      many.thinInstanceAdd([0, NaN, 5].map((x) => Matrix.Translation(x, 0, 0)));
      const thin = CreateBox('thin', { size: 2 }, scene);
      thin.position.x = 10;
      thin.scaling.set(1, 1e-38, 1);
      const city = sceneFrom(scene);
      expect(below(city, 0.2)).toEqual({ mesh: many, thinInstanceIndex: 0, name: 'many', y: 1 });
      expect(below(city, 5.2)).toEqual({ mesh: many, thinInstanceIndex: 2, name: 'many', y: 1 });
      expect(below(city, 10.2)).toMatchObject({ name: 'thin' });
      expect(city.scene.size).toBe(3);
      expect(city.names.runs).toEqual([
        [0, 'many', 0],
        [1, 'many', 2],
        [2, 'thin'],
      ]);
    });
  });

  it.each([false, true])(
    'a ray hits the mesh and the face that Babylon.js picks, right-handed: %s',
    (isRightHanded) => {
      withScene((scene) => {
        const random = new Random(3);
        const first = CreateBox('0', { size: 1 }, scene);
        for (let i = 1; i < 60; i++) {
          const mesh = i % 3 === 0 ? first.createInstance(String(i)) : CreateBox(String(i), { size: 1 }, scene);
          mesh.position.set(...random.triple(-6, 6));
          mesh.rotation.set(...random.triple(0, 6));
          mesh.scaling.set(random.between(0.5, 3), random.between(0.5, 3), -random.between(0.5, 3));
        }
        const city = sceneFrom(scene);
        let hits = 0;
        for (let i = 0; i < 300; i++) {
          const origin = new Vector3(...random.triple(-12, 12));
          const direction = new Vector3(...random.triple(-4, 4)).subtract(origin).normalize();
          const picked = scene.pickWithRay(new Ray(origin, direction)) as PickingInfo;
          const hit = city.scene.raycast({ origin, direction });
          // Babylon.js computes in float32, and hits a little beyond the edges of triangles.
          if (hit === null || Math.min(hit.u, hit.v, 1 - hit.u - hit.v) < 0.01) continue;
          hits++;
          expect({ i, mesh: city.at(hit.id).mesh.name, face: hit.triangle }).toEqual({
            i,
            mesh: picked.pickedMesh?.name,
            face: picked.faceId,
          });
          expect(hit.t).toBeCloseTo(picked.distance, 3);
        }
        expect(hits).toBeGreaterThan(50);
      }, isRightHanded);
    },
  );

  it('a wrong argument is named', () => {
    withScene((scene) => {
      expect(() => sceneFrom({} as never)).toThrow('scene must be a Babylon.js Scene');
      expect(() => sceneFrom(scene, { share: true } as never)).toThrow('options has no option "share"');
      expect(() => sceneFrom(scene).at(0)).toThrow(new RangeError('id must be the id of a box, got 0'));
    });
  });
});
