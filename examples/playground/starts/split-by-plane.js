// A plane moves through 3,000 boxes. Boxes that it crosses are red, and
// boxes in front of it are green.
import { BoxGeometry, DoubleSide, Plane, PlaneGeometry, Vector3 } from 'three';
import { BoxScene } from 'slabtree';
import {
  colors,
  createStage,
  many,
  paint,
  place,
  randomPoint,
} from 'playground';

const { addInstances, addMesh, eachFrame } = createStage({ from: [10, 8, 14] });
const places = many(3000, (i) => place(randomPoint(i, -5, 5)));
const cubes = addInstances(new BoxGeometry(0.3, 0.3, 0.3), places);
const sheet = addMesh(new PlaneGeometry(11, 11), colors.miss, 0.3);
sheet.material.side = DoubleSide;

// One box for each instance. Their ids are the numbers of the instances.
const boxes = new BoxScene();
boxes.addObbs(cubes.geometry.boundingBox, cubes.instanceMatrix.array);

const plane = new Plane();
eachFrame((seconds) => {
  const turn = 0.3 * seconds;
  plane.normal.set(Math.sin(turn), 0.6, Math.cos(turn)).normalize();
  plane.constant = 3 * Math.sin(0.8 * seconds);

  const { front, crossing, back } = boxes.split(plane);

  paint(cubes, colors.accent, front);
  paint(cubes, colors.hit, crossing);
  paint(cubes, colors.shape, back);
  plane.coplanarPoint(sheet.position);
  sheet.lookAt(new Vector3().addVectors(sheet.position, plane.normal));
});
