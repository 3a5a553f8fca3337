import { BufferAttribute, BufferGeometry, PerspectiveCamera, Points, Raycaster, Vector2 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { seededRandom } from './random';
import type { Result } from './report';

const POINTER_COUNT = 500;
/** For the loop over all points, which takes more than a hundred milliseconds a pick. */
const LOOP_POINTER_COUNT = 2;
const THRESHOLD = 0.02;
const SIZE = 100;

/** What is under the pointer in a cloud of points, as a scanner would make it of hills. */
export function measureThreePoints(count: number): Result {
  const cloud = createCloud(count);
  const index = SceneIndex.from(cloud);
  const places = createPlaces();
  const contenders = [
    {
      name: 'slabtree pick, precise',
      count: POINTER_COUNT,
      pick: (place: Vector2) => index.raycast(raycasterAt(place), { precise: true }),
    },
    {
      name: 'three Raycaster',
      count: LOOP_POINTER_COUNT,
      pick: (place: Vector2) => raycasterAt(place).intersectObject(cloud).at(0),
    },
  ];
  const [slabtree, three] = contenders;
  const start = performance.now();
  for (let i = 0; i < 2; i++) slabtree.pick(new Vector2());
  const built = performance.now() - start;
  let hits = 0;
  for (const place of places.slice(0, LOOP_POINTER_COUNT)) {
    const [found, expected] = [slabtree.pick(place), three.pick(place)];
    if (found?.index !== expected?.index || found?.distance !== expected?.distance) {
      throw new Disagreement('A pick differs from that of three.js.');
    }
  }
  for (const place of places) if (slabtree.pick(place) !== null) hits++;

  const column = 'us a pick';
  const tasks = contenders.map(({ pick, count: picks }) => () => {
    for (const place of places.slice(0, picks)) pick(place);
  });
  const passes = measure(tasks, { rounds: 3, passes: 1, time: 200 });
  return {
    title: `Pick, ${count.toLocaleString('en')} points`,
    question: 'three',
    scene: 'cloud',
    boxes: count,
    columns: [{ name: column, baselines: [slabtree.name] }],
    rows: contenders.map(({ name, count: picks }, i) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[i], picks) },
    })),
    notes: [
      `${hits} of ${POINTER_COUNT} pointers are over a point.`,
      `The first two picks, one of which builds the tree, took ${(built / 1000).toFixed(1)} s.`,
    ],
  };
}

function createCloud(count: number): Points {
  const random = seededRandom(3);
  const places = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [SIZE * random(), SIZE * random()];
    places.set([x, y, 5 * Math.sin(x / 7) * Math.cos(y / 9) + 0.05 * random()], 3 * i);
  }
  return new Points(new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3)));
}

function createPlaces(): Vector2[] {
  const random = seededRandom(11);
  return Array.from({ length: POINTER_COUNT }, () => new Vector2(1.2 * random() - 0.6, 1.2 * random() - 0.6));
}

const raycaster = new Raycaster();
raycaster.params.Points.threshold = THRESHOLD;

function raycasterAt(place: Vector2): Raycaster {
  raycaster.setFromCamera(place, camera);
  return raycaster;
}

const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
camera.up.set(0, 0, 1);
camera.position.set(-0.5 * SIZE, -0.6 * SIZE, 0.8 * SIZE);
camera.lookAt(SIZE / 2, SIZE / 2, 0);
camera.updateMatrixWorld();
