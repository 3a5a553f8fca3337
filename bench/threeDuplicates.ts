import { BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, PerspectiveCamera } from 'three';
import { BoxScene } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { canvas, type Pointer, SIZE } from './pointers';
import { seededRandom } from './random';
import type { Result } from './report';

const RAY_COUNT = 20;
/** At one instance, the rays are cast this often in each pass. A pass of a few microseconds could not be timed. */
const REPEATS = 500;
const geometry = new BoxGeometry();

/** Measures rays at a place where many instances coincide, beside rays at one instance. */
export function measureThreeDuplicates(count: number): Result {
  const counts = [1, count];
  const columns = ['us a ray', 'us a pick'];
  const boxScenes = counts.map(createBoxScene);
  const indexes = counts.map(createIndex);
  const rays = createRays();
  const pointers = createPointersOverBox();
  const camera = new PerspectiveCamera(50, 1, 0.1, 100);
  camera.position.set(2, 3, 4);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const pick = (index: SceneIndex, pointer: Pointer) => index.pick(pointer, camera, canvas, { precise: true });
  compareDistances(boxScenes.map((scene) => scene.raycastMany(rays).ts));
  compareDistances(indexes.map((index) => pointers.map((pointer) => pick(index, pointer)?.distance ?? Infinity)));

  const repeats = counts.map((each) => (each === 1 ? REPEATS : 1));
  const [casts, picks] = [
    boxScenes.map((scene, i) => () => {
      for (let k = 0; k < repeats[i]; k++) scene.raycastMany(rays);
    }),
    indexes.map((index, i) => () => {
      for (let k = 0; k < repeats[i]; k++) for (const pointer of pointers) pick(index, pointer);
    }),
  ].map((tasks) => measure(tasks, { rounds: 5, passes: 1, time: 200 }));
  const names = counts.map((each) => `${each.toLocaleString('en')} ${each === 1 ? 'instance' : 'instances'}`);
  return {
    title: `Rays at ${count.toLocaleString('en')} instances at one place`,
    question: 'three',
    scene: 'duplicates',
    boxes: count,
    columns: columns.map((name) => ({ name, baselines: [names[0]] })),
    rows: names.map((contender, i) => ({
      contender,
      values: {
        [columns[0]]: microsecondsEach(casts[i], repeats[i] * RAY_COUNT),
        [columns[1]]: microsecondsEach(picks[i], repeats[i] * RAY_COUNT),
      },
    })),
    notes: [
      'A ray is one of `BoxScene.raycastMany`. A pick is a precise `SceneIndex.pick` in an InstancedMesh.',
      `All hit, at the same distances, along ${RAY_COUNT} rays.`,
    ],
  };
}

function matricesOf(count: number): Float32Array {
  // Not the identity: no path for unplaced meshes may be measured.
  const matrix = new Matrix4().makeRotationY(0.5);
  const matrices = new Float32Array(16 * count);
  for (let i = 0; i < count; i++) matrix.toArray(matrices, 16 * i);
  return matrices;
}

function createBoxScene(count: number): BoxScene {
  const scene = new BoxScene();
  const { attributes, index } = geometry;
  const mesh = scene.addMesh(attributes.position.array as Float32Array, index?.array as Uint16Array);
  scene.addInstances(mesh, matricesOf(count));
  scene.commit();
  return scene;
}

function createIndex(count: number): SceneIndex {
  const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), count);
  mesh.instanceMatrix.array.set(matricesOf(count));
  mesh.updateMatrixWorld();
  return SceneIndex.from(mesh);
}

/** Rays from around the box to points near its middle. */
function createRays(): Float64Array {
  const random = seededRandom(19);
  const rays = new Float64Array(6 * RAY_COUNT);
  for (let i = 0; i < RAY_COUNT; i++) {
    const angle = 2 * Math.PI * random();
    const [x, y, z] = [5 * Math.cos(angle), 4 * random() - 2, 5 * Math.sin(angle)];
    const near = () => 0.4 * random() - 0.2;
    rays.set([x, y, z, near() - x, near() - y, near() - z], 6 * i);
  }
  return rays;
}

function createPointersOverBox(): Pointer[] {
  const random = seededRandom(23);
  const place = () => SIZE * (0.47 + 0.06 * random());
  return Array.from({ length: RAY_COUNT }, () => ({ clientX: place(), clientY: place() }));
}

function compareDistances([one, many]: readonly ArrayLike<number>[]): void {
  for (let i = 0; i < RAY_COUNT; i++) {
    if (!Number.isFinite(one[i])) throw new Disagreement(`Ray ${i} hits nothing.`);
    if (one[i] !== many[i]) throw new Disagreement(`Ray ${i} hits at ${many[i]} among many instances, not ${one[i]}.`);
  }
}
