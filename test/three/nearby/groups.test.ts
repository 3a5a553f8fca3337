import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { distanceToTriangle, overlaps, type Triangle } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';

type Group = [start: number, count: number];

const TRIANGLES = 440;
const materials = [new MeshBasicMaterial(), new MeshBasicMaterial()];
const spheres = [
  { center: { x: 1, y: 0.2, z: 0.1 }, radius: 0.4 },
  { center: { x: 0, y: -1, z: 0 }, radius: 0.7 },
  { center: { x: 0, y: 0, z: 0 }, radius: 3 },
];

/** In triangles: where each group begins, and how many it has. */
const layouts: Record<string, Group[]> = {
  'one after the other': [
    [0, 1],
    [1, 219],
    [220, 220],
  ],
  'one after the other, with some that are empty or beyond the end': [
    [0, 0],
    [0, 100],
    [100, 0],
    [100, 340],
    [440, 9],
  ],
  'hundreds of them': Array.from({ length: TRIANGLES }, (_, i): Group => [i, 1]),
  'a gap between them': [
    [0, 100],
    [110, 330],
  ],
  'a gap at the end': [
    [0, 100],
    [100, 330],
  ],
  'a gap at the start': [[5, 435]],
  'two that overlap': [
    [0, 300],
    [200, 240],
  ],
  'not in their order': [
    [220, 220],
    [0, 220],
  ],
  none: [],
};

function meshOf(groups: readonly Group[], [start, count]: Group): Mesh {
  const geometry = new SphereGeometry(1, 22, 11);
  expect(geometry.index?.count).toBe(3 * TRIANGLES);
  geometry.clearGroups();
  groups.forEach(([first, size], i) => {
    geometry.addGroup(3 * first, 3 * size, i % 2);
  });
  geometry.setDrawRange(3 * start, 3 * count);
  const mesh = new Mesh(geometry, materials);
  mesh.rotation.set(0.3, 0.2, 0.1);
  mesh.updateMatrixWorld();
  return mesh;
}

function triangleOf({ geometry, matrixWorld }: Mesh, face: number): Triangle {
  const [a, b, c] = [0, 1, 2].map((k) =>
    new Vector3()
      .fromBufferAttribute(geometry.attributes.position, geometry.index?.getX(3 * face + k) ?? 0)
      .applyMatrix4(matrixWorld),
  );
  return { a, b, c };
}

describe('overlap and nearest of a mesh with several materials', () => {
  for (const [name, groups] of Object.entries(layouts)) {
    for (const range of [
      [0, Infinity],
      [50, 300],
    ] as const) {
      it(`find the triangles that its groups draw: ${name}, from triangle ${range[0]} on`, () => {
        const mesh = meshOf(groups, [...range]);
        const index = SceneIndex.from(mesh);
        const isIn = (face: number, [start, count]: readonly [number, number]) => face >= start && face < start + count;
        const drawn = Array.from({ length: TRIANGLES }, (_, face) => face).filter(
          (face) => isIn(face, range) && groups.some((group) => isIn(face, group)),
        );
        for (let round = 0; round < 2; round++) {
          for (const sphere of spheres) {
            const touched = drawn.filter((face) => overlaps(sphere, triangleOf(mesh, face)));
            expect(index.overlap(sphere).flatMap(({ faces }) => faces)).toEqual(touched);
            const distances = drawn.map((face) => distanceToTriangle(triangleOf(mesh, face), sphere.center));
            const found = index.nearest(sphere.center).map(({ distance, faceIndex }) => ({ distance, faceIndex }));
            const distance = Math.min(...distances);
            const expected = { distance, faceIndex: drawn[distances.indexOf(distance)] };
            expect(found).toEqual(drawn.length === 0 ? [] : [expected]);
          }
        }
      });
    }
  }
});
