// A sphere flies through 5,000 boxes that are turned at random. Those that it overlaps light up. Touching counts.
import { BoxGeometry, Euler, InstancedMesh, Matrix4, Mesh, MeshLambertMaterial, SphereGeometry } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, randomPoint } from 'playground';

const { add, eachFrame } = createStage({ from: [9, 7, 13] });
const boxes = new BoxScene();
const bricks = add(new InstancedMesh(new BoxGeometry(0.5, 0.2, 0.25), new MeshLambertMaterial(), 5000));
for (let i = 0; i < bricks.count; i++) {
  const turn = new Euler().setFromVector3(randomPoint(i, 0, 6));
  bricks.setMatrixAt(i, new Matrix4().makeRotationFromEuler(turn).setPosition(randomPoint(i + 7000, -5, 5)));
}
boxes.addObbs({ min: { x: -0.25, y: -0.1, z: -0.125 }, max: { x: 0.25, y: 0.1, z: 0.125 } }, bricks.instanceMatrix.array);

const material = new MeshLambertMaterial({ transparent: true, opacity: 0.35, depthWrite: false });
const ball = add(new Mesh(new SphereGeometry(1.4, 48, 24), material));
let before = 0;

eachFrame((seconds) => {
  ball.position.set(4 * Math.sin(seconds), 3 * Math.sin(0.7 * seconds), 4 * Math.cos(0.6 * seconds));

  const touched = boxes.overlap({ center: ball.position, radius: 1.4 });

  for (let i = 0; i < bricks.count; i++) bricks.setColorAt(i, touched.has(i) ? colors.hit : colors.shape);
  bricks.instanceColor.needsUpdate = true;
  material.color = colors.miss;
  if (Math.floor(seconds) > before) console.log(`${touched.size} boxes`);
  before = Math.floor(seconds);
});
