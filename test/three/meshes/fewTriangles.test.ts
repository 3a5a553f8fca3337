import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { INTERNALS } from '../../../src/scene/internals';
import { Random } from '../../support/random';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { cubeAt, rayAt } from '../../support/three/cubes';

/** Geometries of few triangles, over which the first rays loop. */

const material = new MeshBasicMaterial({ side: 2 });

/** A geometry of triangles anywhere between -1 and 1. */
function soup(random: Random, triangles: number): BufferGeometry {
  const positions = Float32Array.from({ length: 9 * triangles }, () => random.between(-1, 1));
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  if (random.chance(0.5)) geometry.setIndex(Array.from({ length: 3 * triangles }, () => random.below(3 * triangles)));
  return geometry;
}

function meshCount(index: SceneIndex): number {
  return index.boxes[INTERNALS].links.meshes.inOrder.size;
}

describe.each(['wasm', 'js'] as const)('geometries of few triangles (%s)', (backend) => {
  it('rays hit what three.js hits before the geometries have meshes, after it, and after every change', () => {
    const random = new Random(5);
    const geometries = [1, 2, 12, 31, 32, 33, 40].map((triangles) => soup(random, triangles));
    const meshes = Array.from({ length: 21 }, (_, i) => {
      const mesh = new Mesh(geometries[i % geometries.length], material);
      mesh.position.set(...random.triple(-2, 2));
      return mesh;
    });
    const root = new Group().add(...meshes);
    const index = SceneIndex.from(root, { backend });
    const counts: number[] = [];
    let hits = 0;
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 30; i++) {
        const origin = new Vector3(...random.direction()).multiplyScalar(8);
        const raycaster = new Raycaster(origin, new Vector3(...random.triple(-1, 1)).sub(origin).normalize());
        const expected = raycaster.intersectObject(root, true);
        hits += expected.length;
        requireSame(index.raycast(raycaster), expected.at(0), raycaster, { round, i });
        requireSameHits(index.raycastAll(raycaster), expected, raycaster, { round, i });
        expect(index.raycastAny(raycaster)).toBe(expected.length > 0);
      }
      counts.push(meshCount(index));
      // A mesh that was linked, too, may get a geometry that no ray has reached yet.
      for (let i = 0; i < 4; i++) random.pick(meshes).geometry = soup(random, 1 + random.below(32));
      const { position } = geometries[round].attributes;
      for (let i = 0; i < position.count; i++) position.setXYZ(i, ...random.triple(-1, 1));
      position.needsUpdate = true;
      geometries[round].computeBoundingBox();
      geometries[round].computeBoundingSphere();
      random.pick(geometries).dispose();
      index.update();
    }
    expect(hits).toBeGreaterThan(500);
    expect(Math.max(...counts)).toBeGreaterThan(7);
  });

  it('a geometry gets its mesh when sixteen rays have looped over it, whichever objects they reached', () => {
    const geometry = new BoxGeometry();
    const cubes = [0, 2, 4, 6].map((x) => {
      const cube = cubeAt(x, 0);
      cube.geometry = geometry;
      return cube;
    });
    const index = SceneIndex.from(new Group().add(...cubes), { backend });
    const castAt = (i: number) => {
      expect(index.raycast(rayAt(2 * (i % 4) + 0.1, 0.2))?.object).toBe(cubes[i % 4]);
    };
    for (let i = 0; i < 16; i++) castAt(i);
    expect(meshCount(index)).toBe(0);
    for (let i = 0; i < 8; i++) castAt(i);
    expect(meshCount(index)).toBe(1);
  });

  it('a geometry of more than 32 triangles gets its mesh at the first ray, and one that another query has asked for', () => {
    const [large, small] = [new Mesh(soup(new Random(2), 33), material), cubeAt(4, 0)];
    const index = SceneIndex.from(new Group().add(large, small), { backend });
    index.raycast(rayAt(0.1, 0.2));
    expect(meshCount(index)).toBe(1);
    index.raycast(rayAt(4.1, 0.2));
    expect(meshCount(index)).toBe(1);
    expect(index.overlap(new Vector3(4.5, 0.2, 0.3)).map(({ object }) => object)).toEqual([small]);
    expect(meshCount(index)).toBe(2);
    expect(index.raycast(rayAt(4.1, 0.2))?.object).toBe(small);
  });

  it('the filter of a ray is asked about the nearest triangle first', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(cube, { backend });
    for (let i = 0; i < 20; i++) {
      const asked: (number | undefined)[] = [];
      const filter = (_: unknown, __: number | undefined, face: number | undefined) => asked.push(face) > 0;
      const hit = index.raycast(rayAt(0.1, 0.2), { filter });
      expect(hit?.distance).toBe(9.5);
      expect(asked).toEqual([hit?.faceIndex]);
    }
  });
});
