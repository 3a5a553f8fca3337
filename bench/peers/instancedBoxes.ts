import { BoxGeometry, InstancedMesh, MeshBasicMaterial } from 'three';
import type { Scene } from '../scenes';

/** Oriented boxes as three.js draws them: instances of twelve triangles each. */
export function instancedBoxes({ count, matrices }: Scene): InstancedMesh {
  if (matrices === null) throw new TypeError('scene.matrices must be the matrices of oriented boxes, got null');
  const mesh = new InstancedMesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial(), count);
  mesh.instanceMatrix.array.set(matrices);
  mesh.instanceMatrix.needsUpdate = true;
  return mesh;
}
