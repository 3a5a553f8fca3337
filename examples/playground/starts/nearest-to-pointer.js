// Which ten boxes are nearest to a place on the ground? Move the pointer.
import { BoxGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, random } from 'playground';

const { add, camera, canvas, eachFrame, pointer } = createStage({ from: [0, 16, 14] });
const boxes = new BoxScene();
const blocks = add(new InstancedMesh(new BoxGeometry(), new MeshLambertMaterial(), 600));
for (let i = 0; i < blocks.count; i++) {
  const [x, z, width, depth] = [0, 1, 2, 3].map((k) => random(4 * i + k));
  const matrix = new Matrix4().makeTranslation(20 * x - 10, 0.2, 16 * z - 8);
  blocks.setMatrixAt(i, matrix.scale({ x: 0.2 + 0.5 * width, y: 0.4, z: 0.2 + 0.5 * depth }));
}
boxes.addObbs({ min: { x: -0.5, y: -0.5, z: -0.5 }, max: { x: 0.5, y: 0.5, z: 0.5 } }, blocks.instanceMatrix.array);

const marker = add(new Mesh(new SphereGeometry(0.15), new MeshBasicMaterial({ color: colors.ink })));
const ground = new Plane(new Vector3(0, 1, 0), 0);
const raycaster = new Raycaster();

eachFrame(() => {
  const { width, height } = canvas.getBoundingClientRect();
  raycaster.setFromCamera(new Vector2((2 * pointer.clientX) / width - 1, 1 - (2 * pointer.clientY) / height), camera);
  if (raycaster.ray.intersectPlane(ground, marker.position) === null) return;

  const found = boxes.nearest(marker.position, { count: 10 }); // with the distance and the nearest point of each

  for (let i = 0; i < blocks.count; i++) blocks.setColorAt(i, colors.shape);
  for (const { id } of found) blocks.setColorAt(id, colors.accent);
  blocks.setColorAt(found[0].id, colors.hit);
  blocks.instanceColor.needsUpdate = true;
});
