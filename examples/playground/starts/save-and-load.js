// A scene as bytes, tree included: for a file, a message or a cache. What is read answers at once.
import { BoxGeometry, InstancedMesh, Matrix4, MeshLambertMaterial } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, random } from 'playground';

const scene = new BoxScene();
const boxes = new Float32Array(6 * 50_000);
for (let i = 0; i < 50_000; i++) {
  const [x, z] = [(i % 250) * 0.1 - 12.5, Math.floor(i / 250) * 0.1 - 10];
  const height = 1 + Math.sin(x) * Math.cos(z) + 0.3 * random(i);
  boxes.set([x, 0, z, x + 0.08, height, z + 0.08], 6 * i);
}
scene.addAabbs(boxes);

const bytes = scene.serialize();
const loaded = BoxScene.deserialize(bytes);
console.log(`${(bytes.length / 1e6).toFixed(1)} MB for`, loaded);

// Both give the same answer to the last bit.
const ray = { origin: { x: 12, y: 9, z: 9 }, direction: { x: -1, y: -0.6, z: -0.9 } };
const hit = loaded.raycast(ray);
console.log(scene.raycast(ray).t === hit.t, hit);

const { add } = createStage({ from: [10, 10, 14] });
const towers = add(new InstancedMesh(new BoxGeometry(), new MeshLambertMaterial(), loaded.size));
const matrix = new Matrix4();
for (let id = 0; id < loaded.size; id++) {
  const [x, , z, toX, height, toZ] = boxes.subarray(6 * id, 6 * id + 6);
  matrix.makeTranslation((x + toX) / 2, height / 2, (z + toZ) / 2);
  towers.setMatrixAt(id, matrix.scale({ x: toX - x, y: height, z: toZ - z }));
  towers.setColorAt(id, id === hit.id ? colors.hit : colors.shape);
}
