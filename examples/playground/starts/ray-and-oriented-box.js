// A box that turns: its matrix places it. The ray goes from the left to the right.
import { ArrowHelper, BoxGeometry, Mesh, MeshLambertMaterial, SphereGeometry, Vector3 } from 'three';
import { rayPointAt, raycastObb } from 'slabtree';
import { colors, createStage } from 'playground';

const { add, eachFrame } = createStage({ from: [2, 3, 8] });
const material = new MeshLambertMaterial({ transparent: true, opacity: 0.6 });
const block = add(new Mesh(new BoxGeometry(2, 1, 1), material));
const ends = [0, 1].map(() => add(new Mesh(new SphereGeometry(0.08), new MeshLambertMaterial({ color: colors.ink }))));

const ray = { origin: new Vector3(-3.5, 0.4, 0.2), direction: new Vector3(1, 0, 0) };
add(new ArrowHelper(ray.direction, ray.origin, 7, colors.ink, 0.3, 0.2));

eachFrame((seconds) => {
  block.rotation.set(0.7 * seconds, 0.5 * seconds, 0.3 * seconds);
  block.updateMatrixWorld();

  // The box in its own space, and the matrix that places it in the world.
  const box = { min: { x: -1, y: -0.5, z: -0.5 }, max: { x: 1, y: 0.5, z: 0.5 }, matrix: block.matrixWorld };
  const near = raycastObb(ray, box);
  // From behind, the ray finds where it leaves.
  const back = { origin: { x: 3.5, y: 0.4, z: 0.2 }, direction: { x: -1, y: 0, z: 0 } };
  const far = raycastObb(back, box);

  material.color = near === null ? colors.miss : colors.hit;
  for (const end of ends) end.visible = near !== null && far !== null;
  if (near !== null) ends[0].position.copy(rayPointAt(ray, near));
  if (far !== null) ends[1].position.copy(rayPointAt(back, far));
});
