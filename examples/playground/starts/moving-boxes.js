// 1,500 boxes move in each frame, and all pairs that overlap are found.
import { BoxGeometry, Matrix4 } from 'three';
import { BoxScene } from 'slabtree';
import {
  colors,
  createStage,
  many,
  paint,
  place,
  randomPoint,
} from 'playground';

const COUNT = 1500;
const HALF = 0.15;
const { addInstances, eachFrame } = createStage({ from: [7, 6, 11] });
const homes = many(COUNT, (i) => randomPoint(i, -4, 4));
const phases = many(COUNT, (i) => randomPoint(i + 9000, 0, 6));
const geometry = new BoxGeometry(2 * HALF, 2 * HALF, 2 * HALF);
const cubes = addInstances(
  geometry,
  homes.map((home) => place(home)),
);

// Two corners a box, all in one array.
const corners = new Float32Array(6 * COUNT);
const scene = new BoxScene();
scene.addAabbs(corners);

eachFrame((seconds) => {
  homes.forEach((home, i) => {
    const [x, y, z] = ['x', 'y', 'z'].map(
      (axis) => home[axis] + Math.sin(phases[i][axis] + seconds),
    );
    const [near, far] = [6 * i, 6 * i + 3];
    corners.set([x - HALF, y - HALF, z - HALF], near);
    corners.set([x + HALF, y + HALF, z + HALF], far);
    cubes.setMatrixAt(i, new Matrix4().setPosition(x, y, z));
  });
  cubes.instanceMatrix.needsUpdate = true;

  scene.setAabbs(0, corners);
  const pairs = [...scene.pairs()];

  paint(cubes, colors.shape);
  paint(cubes, colors.hit, pairs.flat());
});
