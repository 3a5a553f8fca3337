// A sphere flies through 2,000 boxes that are turned at random. The boxes
// that it overlaps are red. Touching counts.
import { BoxGeometry, SphereGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import {
  colors,
  createStage,
  many,
  paint,
  place,
  randomPoint,
} from 'playground';

const RADIUS = 1.5;
const { addInstances, addMesh, eachFrame } = createStage({ from: [8, 6, 12] });
const size = new Vector3(0.6, 0.2, 0.3);
const places = many(2000, (i) =>
  place(randomPoint(i, -5, 5), size, randomPoint(i + 9000, 0, 6)),
);
const bricks = addInstances(new BoxGeometry(), places);
const ball = addMesh(new SphereGeometry(RADIUS, 48, 24), colors.miss, 0.4);

const boxes = new BoxScene();
boxes.addObbs(bricks.geometry.boundingBox, bricks.instanceMatrix.array);
let second = 0;

eachFrame((seconds) => {
  const [x, y, z] = [1, 0.7, 0.6].map((speed) => Math.sin(speed * seconds));
  ball.position.set(4 * x, 3 * y, 4 * z);

  const touched = boxes.overlap({ center: ball.position, radius: RADIUS });

  paint(bricks, colors.shape);
  paint(bricks, colors.hit, touched);
  if (seconds > second) {
    console.log(`${touched.size} boxes`);
    second++;
  }
});
