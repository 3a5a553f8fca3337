// To measure, people point near a corner or an edge. The nearest one in 20 pixels that is not hidden is found.
import { BoxGeometry, ConeGeometry, CylinderGeometry, Mesh, MeshBasicMaterial, MeshLambertMaterial } from 'three';
import { SphereGeometry } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage, random } from 'playground';

const { add, camera, canvas, eachFrame, pointer, scene } = createStage({ from: [5, 6, 8] });
const shapes = [new BoxGeometry(1.4, 1.4, 1.4), new CylinderGeometry(0.8, 0.8, 1.5, 6), new ConeGeometry(1, 1.6, 5)];
for (let i = 0; i < 9; i++) {
  const shape = add(new Mesh(shapes[i % 3], new MeshLambertMaterial({ color: colors.shape })));
  shape.position.set((i % 3) * 2.4 - 2.4, 0, Math.floor(i / 3) * 2.4 - 2.4);
  shape.rotation.y = 3 * random(i);
}
const index = SceneIndex.from(scene);
const marker = new Mesh(new SphereGeometry(0.09), new MeshBasicMaterial());
add(marker); // after the index was made: the next update would find it, so it is left out below
let before = '';

eachFrame(() => {
  index.update();

  const snap = index.snap(pointer, camera, canvas, { radius: 20, filter: (object) => object !== marker });

  marker.visible = snap !== null;
  if (snap === null) return;
  marker.position.copy(snap.point);
  marker.material.color = { vertex: colors.hit, edge: colors.accent, face: colors.ink }[snap.kind];
  if (snap.kind !== before) console.log(snap.kind);
  before = snap.kind;
});
