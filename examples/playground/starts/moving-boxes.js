// 1,500 boxes move in each frame. The pairs that overlap are found, and their boxes are red.
import { BoxGeometry, InstancedMesh, Matrix4, MeshLambertMaterial } from 'three';
import { BoxScene } from 'slabtree';
import { colors, createStage, randomPoint } from 'playground';

const HALF = 0.15;
const { add, eachFrame } = createStage({ from: [8, 6, 12] });
const cubes = add(new InstancedMesh(new BoxGeometry(2 * HALF, 2 * HALF, 2 * HALF), new MeshLambertMaterial(), 1500));
const homes = Array.from({ length: cubes.count }, (_, i) => randomPoint(i, -4, 4));
const phases = homes.map((_, i) => randomPoint(i + 9000, 0, 6));

const scene = new BoxScene();
const corners = new Float32Array(6 * cubes.count); // the least and the greatest corner of each box
scene.addAabbs(corners);

const matrix = new Matrix4();
eachFrame((seconds) => {
  homes.forEach((home, i) => {
    const place = phases[i].clone().addScalar(seconds);
    place.set(Math.sin(place.x), Math.sin(place.y), Math.sin(place.z)).add(home);
    corners.set([place.x - HALF, place.y - HALF, place.z - HALF], 6 * i);
    corners.set([place.x + HALF, place.y + HALF, place.z + HALF], 6 * i + 3);
    cubes.setMatrixAt(i, matrix.setPosition(place));
    cubes.setColorAt(i, colors.shape);
  });

  scene.setAabbs(0, corners);
  for (const pair of scene.pairs()) for (const id of pair) cubes.setColorAt(id, colors.hit);

  cubes.instanceMatrix.needsUpdate = true;
  cubes.instanceColor.needsUpdate = true;
});
