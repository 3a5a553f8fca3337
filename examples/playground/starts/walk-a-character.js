// A character walks over stairs, slides along walls and stays on the ground. Steps up to 0.35 are climbed.
import { BoxGeometry, CapsuleGeometry, Mesh, MeshLambertMaterial } from 'three';
import { BoxScene } from 'slabtree';
import { moveAndSlide } from 'slabtree/character';
import { colors, createStage, random } from 'playground';

const { add, eachFrame } = createStage({ from: [0, 12, 15] });
const scene = new BoxScene();

function block([x, y, z], [width, height, depth], color = colors.shape) {
  const mesh = add(new Mesh(new BoxGeometry(width, height, depth), new MeshLambertMaterial({ color })));
  mesh.position.set(x, y + height / 2, z);
  mesh.updateMatrixWorld();
  mesh.geometry.computeBoundingBox();
  scene.addObb({ ...mesh.geometry.boundingBox, matrix: mesh.matrixWorld });
}
block([0, -0.2, 0], [16, 0.2, 12], colors.grid);
for (let i = 1; i <= 6; i++) block([-3 + 0.5 * i, 0, 0], [0.5, 0.3 * i, 3]);
block([1.5, 0, 0], [2, 1.8, 3]);
for (let i = 0; i < 20; i++) block([14 * random(i) - 7, 0, 10 * random(i + 50) - 5], [0.6, 0.2 + random(i + 90), 0.6]);

const body = add(new Mesh(new CapsuleGeometry(0.3, 0.9), new MeshLambertMaterial({ color: colors.hit })));
let capsule = { a: { x: -6, y: 0.5, z: 0 }, b: { x: -6, y: 1.4, z: 0 }, radius: 0.3 };
let ground = null;
let fall = 0;
let heading = 0;

eachFrame((seconds, passed) => {
  fall = ground === null ? fall + 9.81 * passed : 0;
  // It turns round before the edge, and otherwise wanders.
  const { x, z } = capsule.a;
  heading = Math.hypot(x / 7, z / 5) > 0.9 ? Math.atan2(-z, -x) : heading + 0.02 * Math.sin(0.8 * seconds);
  const motion = { x: 2 * passed * Math.cos(heading), y: -fall * passed, z: 2 * passed * Math.sin(heading) };

  const move = moveAndSlide(scene, capsule, motion, { ground, maxStep: 0.35 });

  ({ capsule, ground } = move);
  body.position.copy(capsule.a).lerp(capsule.b, 0.5);
});
