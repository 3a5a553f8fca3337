// Does a ray hit a box, and where? One box needs no scene.
import { ArrowHelper, Box3, Box3Helper, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { rayPointAt, raycastAabb } from 'slabtree';
import { colors, createStage } from 'playground';

const { add, eachFrame } = createStage({ from: [4, 4, 8] });
const box = new Box3(new Vector3(-1.5, -1, -1), new Vector3(1.5, 1, 1));
const outline = add(new Box3Helper(box, colors.miss));
const point = add(new Mesh(new SphereGeometry(0.08), new MeshBasicMaterial()));
const arrow = add(new ArrowHelper(new Vector3(1, 0, 0), new Vector3(), 4, colors.ink, 0.3, 0.2));

eachFrame((seconds) => {
  const origin = new Vector3(-3, 1.2 * Math.sin(seconds), 1.5 * Math.cos(0.7 * seconds));
  const direction = new Vector3(1, 0.5 * Math.cos(0.9 * seconds), -0.2);

  const t = raycastAabb({ origin, direction }, box); // a number, or null for a miss

  outline.material.color = t === null ? colors.miss : colors.hit;
  point.visible = t !== null;
  if (t !== null) point.position.copy(rayPointAt({ origin, direction }, t));
  point.material.color = colors.hit;
  arrow.position.copy(origin);
  arrow.setDirection(direction.normalize());
});
