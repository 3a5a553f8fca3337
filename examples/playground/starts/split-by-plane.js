// A plane moves through 3,000 boxes. Those that it crosses are red, those in front of it green.
import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial } from 'three';
import { Plane, PlaneGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, randomPoint } from 'playground';

const { add, eachFrame } = createStage({ from: [12, 9, 16] });
const boxes = new BoxScene();
const cubes = add(new InstancedMesh(new BoxGeometry(0.3, 0.3, 0.3), new MeshLambertMaterial(), 3000));
for (let i = 0; i < cubes.count; i++) {
  const { x, y, z } = randomPoint(i, -5, 5);
  cubes.setMatrixAt(i, new Matrix4().setPosition(x, y, z));
}
// All at once: the box of the geometry, and the matrices of the instances. Their ids are 0 to 2999.
boxes.addObbs({ min: { x: -0.15, y: -0.15, z: -0.15 }, max: { x: 0.15, y: 0.15, z: 0.15 } }, cubes.instanceMatrix.array);

const sheet = add(new Mesh(new PlaneGeometry(11, 11), new MeshBasicMaterial({ transparent: true, opacity: 0.25, side: 2 })));
const plane = new Plane();
const sides = [
  ['front', 'accent'],
  ['crossing', 'hit'],
  ['back', 'shape'],
];

eachFrame((seconds) => {
  plane.normal.set(Math.sin(0.3 * seconds), 0.6, Math.cos(0.3 * seconds)).normalize();
  plane.constant = 3 * Math.sin(0.8 * seconds);

  const split = boxes.split(plane);

  for (const [side, name] of sides) for (const id of split[side]) cubes.setColorAt(id, colors[name]);
  cubes.instanceColor.needsUpdate = true;
  sheet.position.copy(plane.coplanarPoint(new Vector3()));
  sheet.lookAt(sheet.position.clone().add(plane.normal));
  sheet.material.color = colors.miss;
});
