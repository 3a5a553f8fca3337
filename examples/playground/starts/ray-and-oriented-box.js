// A box that turns: a matrix places it. A ray goes in on one side, and a ray
// from the other end finds where it comes out.
import { ArrowHelper, BoxGeometry, SphereGeometry, Vector3 } from 'three';
import { rayPointAt, raycastObb } from 'slabtree';
import { colors, createStage } from 'playground';

const { addMesh, eachFrame, scene } = createStage({ from: [2, 3, 8] });
const block = addMesh(new BoxGeometry(2, 1, 1), colors.miss, 0.5);
block.geometry.computeBoundingBox();

const right = new Vector3(1, 0, 0);
const left = new Vector3(-1, 0, 0);
const rays = [
  { origin: new Vector3(-3.5, 0.4, 0.2), direction: right },
  { origin: new Vector3(3.5, 0.4, 0.2), direction: left },
];
scene.add(new ArrowHelper(right, rays[0].origin, 7, colors.ink, 0.3, 0.2));
const dots = rays.map(() => addMesh(new SphereGeometry(0.1), colors.ink));

eachFrame((seconds) => {
  block.rotation.set(0.7 * seconds, 0.5 * seconds, 0.3 * seconds);
  block.updateMatrixWorld();
  // The corners are in the space of the box.
  const { min, max } = block.geometry.boundingBox;
  const box = { min, max, matrix: block.matrixWorld };

  const ts = rays.map((ray) => raycastObb(ray, box));

  block.material.color = ts[0] === null ? colors.miss : colors.hit;
  dots.forEach((dot, i) => {
    dot.visible = ts[i] !== null;
    if (ts[i] !== null) dot.position.copy(rayPointAt(rays[i], ts[i]));
  });
});
