// What does another camera see, which turns? Towers in its view are green,
// and red where they are only partly in view.
import { BoxGeometry, CameraHelper, PerspectiveCamera, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, many, paint, place, random } from 'playground';

const { addInstances, eachFrame, scene } = createStage({ from: [0, 24, 20] });
const places = many(2500, (i) => {
  const height = 0.3 + 2 * random(i) ** 3;
  const [x, z] = [(i % 50) * 0.6 - 15, Math.floor(i / 50) * 0.6 - 15];
  return place(new Vector3(x, height / 2, z), new Vector3(0.4, height, 0.4));
});
const towers = addInstances(new BoxGeometry(), places);
const index = SceneIndex.from(towers);

const watcher = new PerspectiveCamera(40, 1.6, 0.5, 13);
watcher.position.y = 1.5;
const outline = new CameraHelper(watcher);
scene.add(watcher, outline);

eachFrame((seconds) => {
  watcher.rotation.y = 0.4 * seconds;
  watcher.updateMatrixWorld();
  outline.update();

  const { inside, crossing } = index.cull(watcher);

  const numbers = (objects) => Array.from(objects, (each) => each.instanceId);
  paint(towers, colors.shape);
  paint(towers, colors.accent, numbers(inside));
  paint(towers, colors.hit, numbers(crossing));
});
