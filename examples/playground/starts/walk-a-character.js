// A character walks in circles: up stairs, along walls and off an edge.
// It climbs steps of at most 0.35.
import { BoxGeometry, CapsuleGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import { moveAndSlide } from 'slabtree/character';
import { colors, createStage, many, paint, place, random } from 'playground';

const { addInstances, addMesh, eachFrame } = createStage({ from: [0, 10, 12] });
const block = (x, z, width, height, depth) =>
  place(new Vector3(x, height / 2, z), new Vector3(width, height, depth));
const blocks = addInstances(new BoxGeometry(), [
  place(new Vector3(0, -0.1, 0), new Vector3(16, 0.2, 12)),
  ...many(6, (i) => block(-2.5 + 0.5 * i, -3, 0.5, 0.3 * (i + 1), 3)),
  block(1.5, -3, 2.5, 1.8, 3),
  ...many(25, (i) =>
    block(14 * random(i) - 7, 5 * random(i + 50), 0.6, random(i + 90), 0.6),
  ),
]);
paint(blocks, colors.grid, [0]);
const scene = new BoxScene();
scene.addObbs(blocks.geometry.boundingBox, blocks.instanceMatrix.array);

const body = addMesh(new CapsuleGeometry(0.3, 0.9), colors.hit);
const [a, b] = [new Vector3(-4, 0.4, -3), new Vector3(-4, 1.3, -3)];
let capsule = { a, b, radius: 0.3 };
let ground = null;
let fall = 0;

eachFrame((seconds, passed) => {
  fall = ground === null ? fall + 9.81 * passed : 0;
  // It walks to a place that goes in a circle.
  const goal = new Vector3(
    4 * Math.sin(seconds / 2 - 1.6),
    0,
    -3 * Math.cos(seconds / 2 - 1.6),
  );
  const motion = goal
    .sub(capsule.a)
    .setY(0)
    .clampLength(0, 2.4 * passed);
  motion.y = -fall * passed;

  const move = moveAndSlide(scene, capsule, motion, { ground, maxStep: 0.35 });

  ({ capsule, ground } = move);
  body.position.lerpVectors(capsule.a, capsule.b, 0.5);
});
