import { Group, Mesh, PlaneGeometry } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';
import { expect, it } from 'vitest';
import { person } from '../character/support/stroll';

/** The size of the person in three.js's example of a first-person game. */
const RADIUS = 0.35;
const FRAME = 1 / 15;
const SPEED = 40;

/** A floor of two triangles, with nothing below. */
function floor(): Mesh {
  const mesh = new Mesh(new PlaneGeometry(40, 40));
  mesh.rotation.x = -Math.PI / 2;
  mesh.updateMatrixWorld();
  return mesh;
}

/**
 * Whether a person who falls from a height passes the floor, by the octree of three.js: `playerCollisions` of its example.
 *
 * @param steps how many steps a frame has.
 */
function passesByOctree(height: number, steps: number): boolean {
  const world = new Octree().fromGraphNode(new Group().add(floor()));
  const { a, b } = person({ x: 0.3, y: height, z: 0.2 }, RADIUS);
  const capsule = new Capsule();
  capsule.start.copy(a);
  capsule.end.copy(b);
  capsule.radius = RADIUS;
  for (let step = 0; step < steps * 15; step++) {
    capsule.translate(capsule.start.clone().set(0, (-SPEED * FRAME) / steps, 0));
    const result: unknown = world.capsuleIntersect(capsule);
    if (typeof result !== 'object' || result === null) continue;
    const { normal, depth } = result as { normal: typeof capsule.start; depth: number };
    if (depth >= 1e-10) capsule.translate(normal.clone().multiplyScalar(depth));
  }
  return capsule.start.y < 0;
}

it('at 15 frames a second and 40 m/s, the octree of three.js lets a person fall through, but not in five steps', () => {
  let [passed, passedInFive] = [0, 0];
  for (let height = 1; height < 3; height += 0.05) {
    if (passesByOctree(height, 1)) passed++;
    if (passesByOctree(height, 5)) passedInFive++;
  }
  expect(passed).toBeGreaterThan(0);
  // The example itself makes five steps a frame.
  expect(passedInFive).toBe(0);
});
