// 10,000 instances of one mesh turn. The one under the pointer is found
// in each frame: the red one. Instances found before are green.
import { OctahedronGeometry, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, many, paint, place, random } from 'playground';

const { addInstances, camera, canvas, eachFrame, pointer, scene } = createStage(
  { from: [0, 13, 27] },
);

// A disc that is thicker in the middle.
const places = many(10_000, (i) => {
  const distance = 2 + 16 * Math.sqrt(random(i));
  const height = (16 * (random(i + 0.3) - 0.5)) / distance;
  const point = new Vector3(distance, height, 0);
  return place(
    point.applyAxisAngle(new Vector3(0, 1, 0), 1e5 * random(i + 0.6)),
  );
});
const gems = addInstances(new OctahedronGeometry(0.3), places);
const index = SceneIndex.from(scene);
let found = [];

eachFrame((seconds) => {
  gems.rotation.y = 0.1 * seconds;
  index.update();

  const hit = index.pick(pointer, camera, canvas);

  paint(gems, colors.accent, found);
  found = hit === null ? [] : [hit.instanceId];
  paint(gems, colors.hit, found);
});
