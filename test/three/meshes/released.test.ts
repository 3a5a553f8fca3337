import {
  BatchedMesh,
  type BufferGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Points,
  PointsMaterial,
  SphereGeometry,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { expect, it } from 'vitest';
import { stillHeld } from '../../support/collectGarbage';
import { cubeAt, rayAt } from '../../support/three/cubes';

interface Made extends Mesh {
  material: Material;
}

type Drawn = Object3D & { readonly geometry: BufferGeometry };

const kinds: Record<string, () => Made> = {
  'few triangles': () => cubeAt(0, 0) as Made,
  'many triangles': () => new Mesh(new SphereGeometry(), new MeshBasicMaterial()),
  'morph targets': () => {
    const geometry = new SphereGeometry();
    geometry.morphAttributes.position = [geometry.attributes.position.clone()];
    return new Mesh(geometry, new MeshBasicMaterial());
  },
  instances: () => {
    const mesh = new InstancedMesh(new SphereGeometry(), new MeshBasicMaterial(), 1);
    mesh.setMatrixAt(0, new Matrix4());
    return mesh;
  },
  'a batch': () => {
    const mesh = new BatchedMesh(1, 1000, 5000, new MeshBasicMaterial());
    mesh.addInstance(mesh.addGeometry(new SphereGeometry()));
    return mesh;
  },
};

it.each(Object.keys(kinds))('a removed mesh is freed after a precise ray: %s', async (kind) => {
  const root = new Group();
  const index = SceneIndex.from(root, { autoPose: true });
  const references = addAndRemove();
  expect(await stillHeld(references)).toEqual([]);
  expect(index.boxes.size).toBe(0);

  function addAndRemove(): WeakRef<object>[] {
    const mesh = kinds[kind]();
    root.add(mesh);
    index.update();
    expect(index.raycast(rayAt(0.1, 0.2), { precise: true })?.object === mesh).toBe(true);
    expect(index.raycastAll(rayAt(0.1, 0.2))).not.toEqual([]);
    root.remove(mesh);
    index.update();
    const { geometry, material } = mesh;
    return [mesh, geometry, geometry.attributes.position, material].map((each) => new WeakRef(each));
  }
});

const disposed: Record<string, () => Drawn> = {
  triangles: kinds['many triangles'],
  points: () => new Points(new SphereGeometry(), new PointsMaterial()),
  segments: () => new LineSegments(new SphereGeometry(), new LineBasicMaterial()),
  'a batch': kinds['a batch'],
};

it.each(Object.keys(disposed))('the vertices of a disposed geometry are freed: %s', async (kind) => {
  const object = disposed[kind]();
  const index = SceneIndex.from(object);
  const references = replace(object.geometry);
  expect(await stillHeld(references)).toEqual([]);
  expect(index.raycast(rayAt(0.1, 0.2), { precise: true })?.object).toBe(object);

  function replace(geometry: BufferGeometry): WeakRef<object>[] {
    const { position } = geometry.attributes;
    // The second time, there is a tree.
    for (let i = 0; i < 2; i++) expect(index.raycast(rayAt(0.1, 0.2), { precise: true })?.object).toBe(object);
    geometry.dispose();
    geometry.setAttribute('position', position.clone());
    return [new WeakRef(position)];
  }
});

it('the vertices of a geometry that is disposed of and used again are freed', async () => {
  const geometry: BufferGeometry = new SphereGeometry();
  const index = SceneIndex.from(new Mesh(geometry, new MeshBasicMaterial()));
  const references = replaceOften();
  geometry.setAttribute('position', new Float32BufferAttribute(geometry.attributes.position.array, 3));
  expect(index.raycast(rayAt(0.1, 0.2), { precise: true })).not.toBeNull();
  expect(await stillHeld(references)).toEqual([]);

  function replaceOften(): WeakRef<object>[] {
    return Array.from({ length: 3 }, () => {
      const position = new Float32BufferAttribute(geometry.attributes.position.array, 3);
      geometry.setAttribute('position', position);
      expect(index.raycast(rayAt(0.1, 0.2), { precise: true })).not.toBeNull();
      geometry.dispose();
      return new WeakRef(position);
    });
  }
});

it.each(Object.keys(kinds))('an index is freed after a precise ray while its objects are kept: %s', async (kind) => {
  const mesh = kinds[kind]();
  expect(await stillHeld(useIndexes())).toEqual([]);
  expect(mesh.geometry.attributes.position.count).toBeGreaterThan(0);

  function useIndexes(): WeakRef<object>[] {
    return Array.from({ length: 3 }, () => {
      const index = SceneIndex.from(mesh);
      expect(index.raycast(rayAt(0.1, 0.2))?.object).toBe(mesh);
      return new WeakRef(index.boxes);
    });
  }
});
