import { BoxGeometry, InstancedBufferAttribute, InstancedMesh, MeshLambertMaterial, Sphere, Vector3 } from 'three';
import { Progress } from '../site/progress';
import { fillGalaxy, RADIUS } from './galaxy';

/** The galaxy as instances of a cube of size 1. It is made in parts, with the progress on screen. */
export async function makeGalaxy(count: number): Promise<InstancedMesh> {
  const matrices = new Float32Array(16 * count);
  const colors = new Float32Array(3 * count);
  const progress = new Progress(`Placing ${count.toLocaleString('en')} boxes`);
  for (const placed of fillGalaxy(matrices, colors)) await progress.set(placed / count);
  progress.done();

  const mesh = new InstancedMesh(new BoxGeometry(), new MeshLambertMaterial(), count);
  mesh.instanceMatrix = new InstancedBufferAttribute(matrices, 16);
  mesh.instanceColor = new InstancedBufferAttribute(colors, 3);
  // Contains all boxes wherever they turn, so that three.js need not compute it from all boxes.
  mesh.boundingSphere = new Sphere(new Vector3(), 1.2 * RADIUS);
  return mesh;
}
