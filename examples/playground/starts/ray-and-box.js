// Does a ray hit a box, and where? One box needs no scene.
import { ArrowHelper, Box3, Box3Helper, SphereGeometry, Vector3 } from 'three';
import { rayPointAt, raycastAabb } from 'slabtree';
import { colors, createStage } from 'playground';

const { addMesh, eachFrame, scene } = createStage({ from: [4, 4, 8] });
const box = new Box3(new Vector3(-1.5, -1, -1), new Vector3(1.5, 1, 1));
const outline = new Box3Helper(box, colors.miss);
const arrow = new ArrowHelper(undefined, undefined, 4, colors.ink, 0.3, 0.2);
const dot = addMesh(new SphereGeometry(0.1), colors.hit);
scene.add(outline, arrow);

eachFrame((seconds) => {
  const origin = new Vector3(-3, 1.2 * Math.sin(seconds), Math.cos(seconds));
  const direction = new Vector3(1, 0.5 * Math.cos(0.9 * seconds), -0.2);
  const ray = { origin, direction };

  // In units of the direction. Null for a miss.
  const t = raycastAabb(ray, box);

  outline.material.color = t === null ? colors.miss : colors.hit;
  dot.visible = t !== null;
  if (t !== null) dot.position.copy(rayPointAt(ray, t));
  arrow.position.copy(origin);
  arrow.setDirection(direction.clone().normalize());
});
