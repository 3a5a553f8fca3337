// Balls fall and bounce off boxes. Each step of a ball is a sweep, so it
// passes through no box, however fast it is.
import { BoxGeometry, SphereGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, many, place, random } from 'playground';

const RADIUS = 0.2;
const { addInstances, addMesh, eachFrame } = createStage({ from: [0, 3, 14] });
const size = new Vector3(1.2, 0.25, 2);
const places = many(60, (i) => {
  const point = new Vector3(12 * random(i) - 6, 8 * random(i + 100) - 4, 0);
  return place(point, size, new Vector3(0, 0, random(i + 200) - 0.5));
});
const shelves = addInstances(new BoxGeometry(), places);
const scene = new BoxScene();
scene.addObbs(shelves.geometry.boundingBox, shelves.instanceMatrix.array);

const balls = many(40, (i) => {
  const ball = addMesh(new SphereGeometry(RADIUS), colors.hit);
  ball.position.set(12 * random(i + 300) - 6, 5 + i / 4, 0);
  return { ball, speed: new Vector3() };
});

eachFrame((_, passed) => {
  for (const { ball, speed } of balls) {
    speed.y -= 6 * passed;
    const motion = speed.clone().multiplyScalar(passed);

    const shape = { center: ball.position, radius: RADIUS };
    const hit = scene.sweep(shape, motion);

    ball.position.addScaledVector(motion, hit?.t ?? 1);
    if (hit !== null) {
      speed.reflect(hit.normal).multiplyScalar(0.6);
      ball.position.addScaledVector(hit.normal, 0.001);
    }
    if (ball.position.y < -6) {
      ball.position.y = 6;
      speed.set(0, 0, 0);
    }
  }
});
