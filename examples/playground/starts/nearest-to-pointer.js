// Which ten boxes are nearest to a place on the ground? Move the pointer.
// The nearest is red.
import * as THREE from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, many, paint, place, random } from 'playground';

const { addInstances, addMesh, camera, canvas, eachFrame, pointer } =
  createStage({ from: [0, 15, 12] });
const places = many(600, (i) => {
  const [x, z, width, depth] = many(4, (k) => random(4 * i + k));
  const size = new THREE.Vector3(0.2 + 0.5 * width, 0.4, 0.2 + 0.5 * depth);
  return place(new THREE.Vector3(20 * x - 10, 0.2, 16 * z - 8), size);
});
const blocks = addInstances(new THREE.BoxGeometry(), places);
const boxes = new BoxScene();
boxes.addObbs(blocks.geometry.boundingBox, blocks.instanceMatrix.array);

const marker = addMesh(new THREE.SphereGeometry(0.2), colors.ink);
const ground = new THREE.Plane(new THREE.Vector3(0, 1, 0), 0);
const raycaster = new THREE.Raycaster();

eachFrame(() => {
  const x = (2 * pointer.clientX) / canvas.clientWidth - 1;
  const y = 1 - (2 * pointer.clientY) / canvas.clientHeight;
  raycaster.setFromCamera(new THREE.Vector2(x, y), camera);
  if (!raycaster.ray.intersectPlane(ground, marker.position)) return;

  const found = boxes.nearest(marker.position, { count: 10 });

  const ids = found.map(({ id }) => id);
  paint(blocks, colors.shape);
  paint(blocks, colors.accent, ids);
  paint(blocks, colors.hit, ids.slice(0, 1));
});
