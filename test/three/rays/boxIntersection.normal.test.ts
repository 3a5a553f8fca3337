import {
  BatchedMesh,
  BoxGeometry,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
  Vector3,
} from 'three';
import { type Obb, raycastObb } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { byBoxes, rootOf } from '../../support/three/cubes';

/** 2 by 3 by 4 and not centred on its origin: no two faces are alike. */
const geometry = new BoxGeometry(2, 3, 4).translate(1, 2, 3);
const local = { min: new Vector3(0, 0.5, 1), max: new Vector3(2, 3.5, 5) };
const center = new Vector3(1, 2, 3);

const matrices: Record<string, Matrix4> = {
  'has no transform': new Matrix4(),
  'is moved far away': new Matrix4().makeTranslation(1e6, -2e6, 3e5),
  'is rotated': new Matrix4().makeRotationAxis(new Vector3(1, 2, 3).normalize(), 2).setPosition(5, 6, 7),
  'is stretched': new Matrix4().makeScale(100, 0.01, 3),
  'is mirrored': new Matrix4().makeScale(-1, 1, 1).setPosition(4, 0, 0),
  'is rotated, mirrored and stretched': new Matrix4()
    .makeRotationY(0.7)
    .multiply(new Matrix4().makeScale(2, -0.5, 3))
    .setPosition(-3, 2, 1),
  'is sheared': new Matrix4().makeShear(0.5, -0.2, 0.1, 0.7, 0, 0.3),
};

const kinds: Record<string, (matrix: Matrix4) => Object3D> = {
  mesh: (matrix) => {
    const mesh = new Mesh(geometry, new MeshBasicMaterial());
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(matrix);
    return mesh;
  },
  // The object and the instance share the matrix between them.
  'cube of an InstancedMesh': (matrix) => {
    const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), 1);
    place(mesh, matrix, (inner) => {
      mesh.setMatrixAt(0, inner);
    });
    return mesh;
  },
  'cube of a BatchedMesh': (matrix) => {
    const mesh = new BatchedMesh(3, 100, 100, new MeshBasicMaterial());
    const id = mesh.addInstance(mesh.addGeometry(geometry));
    place(mesh, matrix, (inner) => mesh.setMatrixAt(id, inner));
    return mesh;
  },
};

/** Moves an object away, and its instance back by as much. */
function place(object: Object3D, matrix: Matrix4, setInner: (inner: Matrix4) => void): void {
  const outer = new Matrix4().makeRotationX(0.3).setPosition(8, 9, 10);
  object.matrixAutoUpdate = false;
  object.matrix.copy(outer);
  setInner(outer.clone().invert().multiply(matrix));
}

const faces = [0, 1, 2].flatMap((axis) => [-1, 1].map((side) => new Vector3().setComponent(axis, side)));
const cases = Object.keys(kinds).flatMap((kind) => Object.keys(matrices).map((name) => [kind, name] as const));

describe('hits on boxes', () => {
  it.each(cases)('the normal on a %s that %s is the axis of the face in the local space', (kind, name) => {
    for (const face of faces) {
      const { hit } = hitFace(kinds[kind](matrices[name]), matrices[name], face);
      expect(hit?.normal?.toArray().map((value) => value + 0)).toEqual(face.toArray());
      expect(hit?.face).toBeNull();
    }
  });

  it.each(Object.keys(matrices))(
    'distance and point on a mesh that %s equal those of raycastObb bit for bit',
    (name) => {
      for (const face of faces) {
        const mesh = kinds.mesh(matrices[name]);
        const { hit, raycaster } = hitFace(mesh, matrices[name], face);
        const box: Obb = { ...local, matrix: mesh.matrixWorld };
        const t = raycastObb(raycaster.ray, box);
        if (hit === null || t === null) throw new Error('the ray misses');
        const { origin, direction } = raycaster.ray;
        expect(hit.distance).toBe(t * direction.length());
        expect(hit.point).toEqual(origin.clone().add(direction.clone().multiplyScalar(t)));
      }
    },
  );

  it('a hit from inside is on the exit face, and its normal points outward', () => {
    const matrix = matrices['is rotated, mirrored and stretched'];
    const index = SceneIndex.from(rootOf(kinds.mesh(matrix)));
    const origin = center.clone().applyMatrix4(matrix);
    const towards = new Vector3(2, 2, 3).applyMatrix4(matrix);
    const hit = index.raycast(new Raycaster(origin, towards.clone().sub(origin).normalize()), byBoxes);
    expect(hit?.normal?.toArray().map((value) => value + 0)).toEqual([1, 0, 0]);
    expect(hit?.distance).toBeCloseTo(origin.distanceTo(towards), 12);
  });

  it.each([-1, 1])('the normal of a flat mesh points to the side that the ray comes from: %i', (side) => {
    const mesh = new Mesh(geometry, new MeshBasicMaterial());
    mesh.scale.z = 0;
    mesh.position.set(5, 6, 7);
    const raycaster = new Raycaster(new Vector3(6, 8, 7 + 4 * side), new Vector3(0.1, 0, -side).normalize());
    const hit = SceneIndex.from(rootOf(mesh)).raycast(raycaster, byBoxes);
    expect(hit?.object).toBe(mesh);
    expect(hit?.normal?.toArray().map((value) => value + 0)).toEqual([0, 0, side]);
    expect(hit?.distance).toBeCloseTo(4 * Math.hypot(1, 0.1), 12);
    expect(hit?.point.distanceTo(new Vector3(6.4, 8, 7))).toBeLessThan(1e-12);
  });
});

/** Casts a ray from outside through the middle of a face to the middle of the box. */
function hitFace(object: Object3D, matrix: Matrix4, face: Vector3): { hit: Intersection | null; raycaster: Raycaster } {
  const size = local.max.clone().sub(local.min);
  const origin = center.clone().addScaledVector(size.multiply(face), 2).applyMatrix4(matrix);
  const target = center.clone().applyMatrix4(matrix);
  const raycaster = new Raycaster(origin, target.sub(origin).normalize());
  return { hit: SceneIndex.from(rootOf(object)).raycast(raycaster, byBoxes), raycaster };
}
