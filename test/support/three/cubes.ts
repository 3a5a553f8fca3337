import {
  BatchedMesh,
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Vector3,
} from 'three';

/** Where a unit cube stands in the plane z = 0. Rays look down on it: such scenes are small enough to see what happens. */
type Place = readonly [x: number, y: number];

/** How to ask for the boxes of an index, and not for what is in them. */
export const byBoxes = { precise: false };

/** A ray from (x, y, 10) along -z. */
export function rayAt(x: number, y: number): Raycaster {
  const raycaster = new Raycaster(new Vector3(x, y, 10), new Vector3(0, 0, -1));
  raycaster.camera = new PerspectiveCamera();
  raycaster.camera.position.z = 10;
  raycaster.camera.updateMatrixWorld();
  return raycaster;
}

export function cubeAt(x: number, y: number, z = 0): Mesh {
  const cube = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
  cube.position.set(x, y, z);
  return cube;
}

/** One instance at each place. */
export function instancesAt(...places: Place[]): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), places.length);
  places.forEach((place, instance) => {
    mesh.setMatrixAt(instance, matrixAt(...place));
  });
  return mesh;
}

/** A batch with one instance at each place, and room for more. */
export function batchAt(...places: Place[]): BatchedMesh {
  const mesh = new BatchedMesh(places.length + 4, 200, 600, new MeshBasicMaterial());
  const geometryId = mesh.addGeometry(new BoxGeometry(1, 1, 1));
  for (const place of places) mesh.setMatrixAt(mesh.addInstance(geometryId), matrixAt(...place));
  return mesh;
}

export function matrixAt(x: number, y: number): Matrix4 {
  return new Matrix4().makeTranslation(x, y, 0);
}

export function rootOf(...objects: Object3D[]): Group {
  const root = new Group();
  for (const object of objects) root.add(object);
  return root;
}
