import {
  BoxGeometry,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { raycastInstances, raycastTriangles } from '../../examples/site/raycastInParts';
import { seededRandom } from '../../examples/site/seededRandom';

const COUNT = 25_000;
const RAYS = 40;

/** Rays from all around towards the middle. */
function rays(): Raycaster[] {
  const random = seededRandom(4);
  const anywhere = (reach: number) =>
    new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(2 * reach);
  return Array.from({ length: RAYS }, () => {
    const origin = anywhere(1).setLength(30);
    return new Raycaster(origin, anywhere(3).sub(origin).normalize());
  });
}

/** What a generator returns, and how many parts it has. */
function finish<Result>(parts: Generator<undefined, Result>): { result: Result; count: number } {
  for (let count = 1; ; count++) {
    const { done, value } = parts.next();
    if (done === true) return { result: value, count };
  }
}

const textOf = (hit: Intersection | null | undefined) =>
  hit ? [hit.instanceId, hit.faceIndex, hit.distance].join(' ') : 'nothing';

describe('Raycaster of three.js, part by part', () => {
  it('the parts of many instances give the closest hit of all, also with a first part of another size', () => {
    const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), COUNT);
    const random = seededRandom(1);
    const matrix = new Matrix4();
    for (let i = 0; i < COUNT; i++) {
      matrix.makeTranslation(8 * random() - 4, 8 * random() - 4, 8 * random() - 4).scale(new Vector3(0.1, 0.2, 0.1));
      mesh.setMatrixAt(i, matrix);
    }
    mesh.computeBoundingSphere();
    const found = new Set<string>();
    for (const ray of rays()) {
      const expected = textOf(ray.intersectObject(mesh).at(0));
      const { result, count } = finish(raycastInstances(ray, mesh, 12_345));
      expect(textOf(result)).toBe(expected);
      expect(count).toBe(3);
      found.add(expected);
    }
    expect(found.size).toBeGreaterThan(RAYS / 2);
    expect(mesh.count).toBe(COUNT);
  });

  it('the parts of many triangles give the closest hit of all, and all of them are drawn afterwards', () => {
    const mesh = new Mesh(new TorusKnotGeometry(3, 1, 1000, 30), new MeshBasicMaterial());
    const found = new Set<string>();
    for (const ray of rays()) {
      const expected = textOf(ray.intersectObject(mesh).at(0));
      const { result, count } = finish(raycastTriangles(ray, mesh));
      expect(textOf(result)).toBe(expected);
      expect(count).toBe(3);
      found.add(expected);
    }
    expect(found.size).toBeGreaterThan(RAYS / 2);
    expect(mesh.geometry.drawRange).toEqual({ start: 0, count: Infinity });
  });
});
