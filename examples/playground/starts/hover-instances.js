// 20,000 instances of one mesh turn, and the one under the pointer is found in each frame.
import { IcosahedronGeometry, InstancedMesh, Matrix4, MeshLambertMaterial } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, random, randomPoint } from 'playground';

const { add, camera, canvas, eachFrame, pointer, scene } = createStage({ from: [0, 14, 34] });
const gems = add(new InstancedMesh(new IcosahedronGeometry(0.2), new MeshLambertMaterial(), 20_000));
const matrix = new Matrix4();
for (let i = 0; i < gems.count; i++) {
  // A disc, thicker in the middle.
  const distance = 2 + 16 * Math.sqrt(random(i));
  const { x, y } = randomPoint(i + gems.count, -Math.PI, Math.PI);
  matrix.setPosition(distance * Math.cos(x), (y * 4) / distance, distance * Math.sin(x));
  gems.setMatrixAt(i, matrix);
  gems.setColorAt(i, colors.shape);
}

const index = SceneIndex.from(scene);
let before;

eachFrame((seconds) => {
  gems.rotation.y = 0.1 * seconds;
  index.update();
  const id = index.pick(pointer, camera, canvas)?.instanceId;
  if (id === before) return;
  if (before !== undefined) gems.setColorAt(before, colors.accent); // a trail of all that were hit
  if (id !== undefined) gems.setColorAt(id, colors.hit);
  gems.instanceColor.needsUpdate = true;
  before = id;
});
