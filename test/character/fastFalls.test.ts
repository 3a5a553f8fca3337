import { BoxScene } from 'slabtree';
import { expect, it } from 'vitest';
import { person, Stroller } from './support/stroll';

const RADIUS = 0.35;
const FRAME = 1 / 15;
const SPEED = 40;

it('at 15 frames a second and 40 m/s, a character stays on a floor of two triangles with nothing below', () => {
  const corners = Float32Array.of(-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20);
  for (let height = 1; height < 3; height += 0.05) {
    const scene = new BoxScene();
    scene.addInstance(
      scene.addMesh(corners, Uint16Array.of(0, 1, 2, 0, 2, 3)),
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    );
    const stroller = new Stroller(scene, person({ x: 0.3, y: height, z: 0.2 }, RADIUS));
    for (let frame = 0; frame < 15; frame++) stroller.step({ x: 0, y: -SPEED * FRAME, z: 0 });
    expect(stroller.ground).not.toBeNull();
    expect(stroller.capsule.a.y).toBeGreaterThan(RADIUS);
  }
});
