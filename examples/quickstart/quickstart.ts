// Queries the places of the world, as boxes on the globe: npm run quickstart

import { BoxScene, frustumFromMatrix, type Hit, type IdSet, type Plane, screenRay } from 'slabtree';
import { Matrix4 } from 'three';
import { cities } from '../world/cities';
import { cityBox } from '../world/cityBox';
import { europeCamera } from '../world/europeCamera';
import { earthCentred } from '../world/globe';
import { closestByLoop, sidesByLoop } from './plainLoop';
import { formatTime, sideBySide, timeOf } from './sideBySide';

// Each city is an oriented box: a local box, and a matrix that places it on the ground. See cityBox.ts.
const boxes = cities.map(cityBox);

// Ids count up from 0. So here the id of a box is the index of its city.
const scene = new BoxScene();
const addTime = timeOf(() => {
  for (const box of boxes) scene.addObb(box);
});

// This builds the tree now. Otherwise the first query would. The loops below test all boxes, without a tree.
const buildTime = timeOf(() => {
  scene.commit();
});
console.log(
  `${count(scene.size)} places as boxes on the globe, ${(scene.byteLength / 1e6).toFixed(1)} MB: ` +
    `added in ${formatTime(addTime)}, tree built in ${formatTime(buildTime)}`,
);

// A ray has an origin and a direction of any length. Here t = 1 is the centre of London.
const origin = earthCentred({ longitude: -21.9, latitude: 64.15, height: 400_000 });
const london = earthCentred({ longitude: -0.126, latitude: 51.509, height: 0 });
const ray = { origin, direction: { x: london.x - origin.x, y: london.y - origin.y, z: london.z - origin.z } };

sideBySide({
  question: 'From 400 km above Reykjavík, looking towards London: which city is hit first?',
  slabtree: () => scene.raycast(ray),
  loop: () => closestByLoop(boxes, ray),
  agree: sameHit,
  describe: (hit) => `${describeHit(hit)}, the first of ${scene.raycastAll(ray).length}`,
});

// A camera is a view matrix and a projection matrix, of three.js or not. This one looks north over the Mediterranean.
const pointer = { x: 405, y: 180, width: 1200, height: 600 };
const threeCamera = europeCamera(pointer.width, pointer.height);
const camera = { view: threeCamera.matrixWorldInverse, projection: threeCamera.projectionMatrix };

sideBySide({
  question: `In a picture of Europe from space: what is under the pixel (${pointer.x}, ${pointer.y})?`,
  slabtree: () => scene.pick(pointer, camera),
  loop: () => closestByLoop(boxes, screenRay(pointer, camera)),
  agree: sameHit,
  describe: describeHit,
});

const frustum = frustumFromMatrix(new Matrix4().multiplyMatrices(camera.projection, camera.view));

sideBySide({
  question: 'How many places are in the view of that camera?',
  slabtree: () => scene.cull(frustum),
  loop: () => sidesByLoop(boxes, frustum),
  agree: ({ inside, crossing }, loop) => sameIds(inside, loop.front) && sameIds(crossing, loop.crossing),
  describe: ({ inside, crossing }) => `${count(inside.size)} inside, ${count(crossing.size)} across its edges`,
});

const equator = { normal: { x: 0, y: 0, z: 1 }, constant: 0 };

sideBySide({
  question: 'How many places are north and south of the equator?',
  slabtree: () => scene.split(equator),
  loop: () => sidesByLoop(boxes, [equator]),
  agree: sameSplit,
  describe: ({ front, crossing, back }) =>
    `${count(front.size)} north, ${count(back.size)} south, ${count(crossing.size)} across`,
});

// At noon UTC on the June solstice, the sun is over longitude 0, and as far north as the tilt of the Earth's axis.
const tilt = (23.44 * Math.PI) / 180;
const terminator: Plane = { normal: { x: Math.cos(tilt), y: 0, z: Math.sin(tilt) }, constant: 0 };

sideBySide({
  question: 'At noon UTC on the longest day: how many places are in daylight?',
  slabtree: () => scene.split(terminator),
  loop: () => sidesByLoop(boxes, [terminator]),
  agree: sameSplit,
  describe: ({ front, crossing, back }) =>
    `${count(front.size)} in daylight, ${count(back.size)} in the dark, ${count(crossing.size)} in between`,
});

console.log(
  '\nThe plain loop calls raycastObb or planeSide for every box. These functions check their arguments. ' +
    'npm run bench measures faster loops.',
);

function describeHit(hit: Hit | null): string {
  if (hit === null) return 'nothing';
  const { name, country, population } = cities[hit.id];
  return `${name}, ${country}, ${count(population)} people, ${count(Math.round(hit.distance / 1000))} km away`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

function sameHit(a: { id: number; t: number } | null, b: { id: number; t: number } | null): boolean {
  return a?.id === b?.id && a?.t === b?.t;
}

function sameSplit(split: ReturnType<BoxScene['split']>, loop: ReturnType<typeof sidesByLoop>): boolean {
  return sameIds(split.front, loop.front) && sameIds(split.crossing, loop.crossing) && sameIds(split.back, loop.back);
}

/** Whether a set has exactly these ids. */
function sameIds(ids: IdSet, ascending: number[]): boolean {
  return ids.toArray().sort().join() === ascending.join();
}
