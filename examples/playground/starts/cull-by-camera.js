// What is in the view of another camera, which turns? Only the boxes in it need to be drawn.
import { BoxGeometry, CameraHelper, InstancedMesh, Matrix4, MeshLambertMaterial, PerspectiveCamera } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, random } from 'playground';

const { add, eachFrame, scene } = createStage({ from: [0, 26, 22] });
const towers = add(new InstancedMesh(new BoxGeometry(), new MeshLambertMaterial(), 2500));
for (let i = 0; i < towers.count; i++) {
  const height = 0.3 + 2 * random(i) ** 3;
  const place = new Matrix4().makeTranslation((i % 50) * 0.6 - 15, height / 2, Math.floor(i / 50) * 0.6 - 15);
  towers.setMatrixAt(i, place.scale({ x: 0.4, y: height, z: 0.4 }));
}
const index = SceneIndex.from(towers);

const watcher = new PerspectiveCamera(40, 1.6, 0.5, 13);
watcher.position.y = 1.5;
const outline = add(new CameraHelper(watcher), watcher);

eachFrame((seconds) => {
  watcher.rotation.y = 0.4 * seconds;
  scene.updateMatrixWorld();
  outline.update();

  const { inside, crossing } = index.cull(watcher);

  for (let i = 0; i < towers.count; i++) towers.setColorAt(i, colors.shape);
  for (const { instanceId } of inside) towers.setColorAt(instanceId, colors.accent);
  for (const { instanceId } of crossing) towers.setColorAt(instanceId, colors.hit); // partly in view
  towers.instanceColor.needsUpdate = true;
});
