import { BoxScene } from 'slabtree';
import { depenetrate, type Ground, keepInSight, moveAndSlide } from 'slabtree/character';
import type { Random } from '../../support/random';
import { vec } from '../../support/triple';
import { perspective, rotation } from './matrices';

/** The steps of a character among boxes of all kinds, some of which move, and the places of its camera. */
export function* walkAnswers(random: Random): Iterable<unknown> {
  const scene = new BoxScene();
  scene.addAabb({ min: vec([-20, -1, -20]), max: vec([20, 0, 20]) });
  const ids = Array.from({ length: 80 }, (_, i) => {
    const half = vec(random.triple(0.2, 1.5));
    const box = { min: vec([-half.x, -half.y / 2, -half.z]), max: vec([half.x, half.y / 2, half.z]) };
    const [x, y, z] = random.triple(-15, 15);
    const [a, b, c] =
      i % 4 === 0
        ? rotation(random)
        : [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ];
    return scene.addObb({ ...box, matrix: [...a, 0, ...b, 0, ...c, 0, x, y / 10, z, 1] });
  });
  let capsule = { a: vec([0, 3, 0]), b: vec([0, 4, 0]), radius: 0.4 };
  let ground: Ground | null = null;
  let [speedX, speedZ, fall] = [0, 0, 0];
  const projection = perspective(1, 1.5, 0.1, 100);
  for (let i = 0; i < 600; i++) {
    const id = random.pick(ids);
    const matrix = scene.matrixOf(id);
    matrix[12] += random.between(-0.1, 0.1);
    scene.setMatrix(id, matrix);
    if (random.chance(0.05)) [speedX, speedZ] = [random.between(-0.1, 0.1), random.between(-0.1, 0.1)];
    fall = ground === null ? fall + 0.003 : 0;
    const motion = { x: speedX, y: -fall, z: speedZ };
    const move = moveAndSlide(scene, capsule, motion, { ground, maxStep: 0.3 });
    capsule = move.capsule;
    ground = move.ground;
    yield move;
    const position = vec([capsule.a.x + 4, capsule.a.y + 2, capsule.a.z + 1]);
    if (i % 10 === 0) yield keepInSight(scene, capsule.b, { position, projection });
    if (i % 10 === 5) yield depenetrate(scene, { center: position, radius: 0.7 });
  }
}
