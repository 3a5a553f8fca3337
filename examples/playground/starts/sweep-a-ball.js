// Balls fall through boxes, and roll off: each step is a sweep, so a ball never jumps through a box, at any speed.
import { BoxGeometry, Euler, InstancedMesh, Matrix4, Mesh, MeshLambertMaterial, SphereGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, random, randomPoint } from 'playground';

const { add, eachFrame } = createStage({ from: [0, 3, 15], to: [0, 0, 0] });
const scene = new BoxScene();
const pegs = add(new InstancedMesh(new BoxGeometry(1.2, 0.25, 2), new MeshLambertMaterial({ color: colors.shape }), 60));
for (let i = 0; i < pegs.count; i++) {
  const turn = new Euler(0, 0, random(i) - 0.5);
  const { x, y } = randomPoint(i, -5, 4);
  pegs.setMatrixAt(i, new Matrix4().makeRotationFromEuler(turn).setPosition(x, y, 0));
}
scene.addObbs({ min: { x: -0.6, y: -0.125, z: -1 }, max: { x: 0.6, y: 0.125, z: 1 } }, pegs.instanceMatrix.array);

const radius = 0.2;
const balls = Array.from({ length: 30 }, (_, i) => {
  const ball = add(new Mesh(new SphereGeometry(radius), new MeshLambertMaterial({ color: colors.hit })));
  ball.position.set(10 * random(i + 500) - 5, 6 + i / 3, 0);
  return { ball, speed: new Vector3() };
});

eachFrame((_, passed) => {
  for (const { ball, speed } of balls) {
    speed.y -= 6 * passed;
    const motion = speed.clone().multiplyScalar(passed);

    const hit = scene.sweep({ center: ball.position, radius }, motion);

    ball.position.addScaledVector(motion, hit?.t ?? 1);
    if (hit !== null) {
      // Bounces off, and keeps a hair of distance.
      speed.reflect(hit.normal).multiplyScalar(0.6);
      ball.position.addScaledVector(hit.normal, 0.001);
    }
    if (ball.position.y < -7) ball.position.set(10 * Math.random() - 5, 6, 0), speed.set(0, 0, 0);
  }
});
