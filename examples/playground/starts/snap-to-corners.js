// Whoever measures points near a corner or an edge. The nearest one within
// 20 pixels that is not hidden is found: corners are red, edges green.
import * as THREE from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, many } from 'playground';

const { addMesh, camera, canvas, eachFrame, pointer, scene } = createStage({
  from: [4, 6, 7],
});
const shapes = [
  new THREE.BoxGeometry(1.4, 1.4, 1.4),
  new THREE.CylinderGeometry(0.8, 0.8, 1.5, 6),
  new THREE.ConeGeometry(1, 1.6, 5),
];
many(9, (i) => {
  const shape = addMesh(shapes[i % 3], colors.shape);
  shape.position.set((i % 3) * 2.4 - 2.4, 0, Math.floor(i / 3) * 2.4 - 2.4);
  shape.rotation.y = i;
});
const index = SceneIndex.from(scene);
const marker = addMesh(new THREE.SphereGeometry(0.1), colors.hit);
const kinds = { vertex: colors.hit, edge: colors.accent, face: colors.ink };
const filter = (object) => object !== marker;
let kind = '';

eachFrame(() => {
  index.update();

  const snap = index.snap(pointer, camera, canvas, { radius: 20, filter });

  marker.visible = snap !== null;
  if (snap === null) return;
  marker.position.copy(snap.point);
  marker.material.color = kinds[snap.kind];
  if (snap.kind !== kind) console.log(snap.kind);
  kind = snap.kind;
});
