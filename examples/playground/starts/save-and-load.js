// A scene as bytes, for a file, a message or a cache. The tree is in them,
// so a scene that was loaded answers at once.
import { BoxGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, many, paint, place } from 'playground';

const scene = new BoxScene();
const towers = many(10_000, (i) => {
  const [x, z] = [(i % 125) * 0.2 - 12.5, Math.floor(i / 125) * 0.2 - 8];
  const height = 1.2 + Math.sin(x) * Math.cos(z);
  const corners = [x, 0, z, x + 0.15, height, z + 0.15];
  scene.addAabbs(Float64Array.from(corners));
  const middle = new Vector3(x + 0.075, height / 2, z + 0.075);
  return place(middle, new Vector3(0.15, height, 0.15));
});

const bytes = scene.serialize();
const loaded = BoxScene.deserialize(bytes);
console.log(`${Math.round(bytes.length / 1000)} KB for`, loaded);

// Both give the same answer, to the last bit.
const ray = {
  origin: { x: 12, y: 9, z: 9 },
  direction: { x: -1, y: -0.7, z: -0.8 },
};
const hit = loaded.raycast(ray);
console.log(scene.raycast(ray).t === hit.t, hit);

const { addInstances } = createStage({ from: [9, 9, 12] });
const drawn = addInstances(new BoxGeometry(), towers);
paint(drawn, colors.hit, [hit.id]);
