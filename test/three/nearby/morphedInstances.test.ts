import { SceneIndex } from 'slabtree/three';
import { BoxGeometry, type BufferAttribute, DoubleSide, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';

/** Two unit boxes at x = 0 and x = 9. A morph target makes the second three times as high. */
function boxes(segments: number, materials: MeshBasicMaterial | MeshBasicMaterial[]): InstancedMesh {
  const geometry = new BoxGeometry(1, 1, 1, segments, segments, segments);
  const high = (geometry.attributes.position as BufferAttribute).clone();
  for (let i = 0; i < high.count; i++) high.setY(i, 3 * high.getY(i));
  geometry.morphAttributes.position = [high];
  // The bounds of the index must contain what the morph target moves.
  geometry.computeBoundingBox();
  const mesh = new InstancedMesh(geometry, materials, 2);
  const influences = new Mesh(geometry);
  for (let i = 0; i < 2; i++) {
    mesh.setMatrixAt(i, new Matrix4().makeTranslation(9 * i, 0, 0));
    influences.morphTargetInfluences = [i];
    mesh.setMorphAt(i, influences);
  }
  return mesh;
}

const material = new MeshBasicMaterial({ side: DoubleSide });
const sides = Array.from({ length: 6 }, () => material);

describe.each([
  ['few triangles', 1, material],
  ['many triangles', 6, material],
  ['a material a side', 1, sides],
  ['a material a side and many triangles', 6, sides],
] as const)(
  'an InstancedMesh with %s and a morph target of which each instance has its own share',
  (_, segments, drawn) => {
    const index = SceneIndex.from(boxes(segments, drawn));

    it('nearest measures from where the instance is drawn', () => {
      const [near] = index.nearest({ x: 9, y: 5, z: 0 });
      expect(near.instanceId).toBe(1);
      expect(near.distance).toBeCloseTo(3.5, 12);
      expect(index.nearest({ x: 0, y: 5, z: 0 })[0].distance).toBeCloseTo(4.5, 12);
    });

    it('overlap, contacts and sweep find it where it is drawn, and only there', () => {
      const atTop = (x: number) => ({ center: { x, y: 1.5, z: 0 }, radius: 0.1 });
      expect(index.overlap(atTop(9)).map(({ instanceId }) => instanceId)).toEqual([1]);
      expect(index.overlap(atTop(0))).toEqual([]);
      expect(index.solids.contacts(atTop(9)).map(({ triangle }) => triangle)).toEqual(index.overlap(atTop(9))[0].faces);
      expect(index.solids.contacts(atTop(0))).toEqual([]);
      const fall = (x: number) => index.solids.sweep({ x, y: 5, z: 0.1 }, { x: 0, y: -9, z: 0 })?.distance;
      expect(fall(9)).toBeCloseTo(3.5, 12);
      expect(fall(0)).toBeCloseTo(4.5, 12);
    });

    it('overlap does not find the top of the unmorphed box within the morphed one', () => {
      const within = { center: { x: 9, y: 0.5, z: 0 }, radius: 0.1 };
      expect(index.overlap(within)).toEqual([]);
      expect(index.solids.contacts(within)).toEqual([]);
    });
  },
);
