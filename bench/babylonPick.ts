import '@babylonjs/core/Culling/ray.js';
import '@babylonjs/core/Materials/standardMaterial.js';
import '@babylonjs/core/Meshes/instancedMesh.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import { NullEngine, NullEngineOptions } from '@babylonjs/core/Engines/nullEngine.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import { SceneIndex } from 'slabtree/babylon';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { seededRandom } from './random';
import type { Result } from './report';

const WIDTH = 800;
const HEIGHT = 600;
const POINTER_COUNT = 1000;
/** For Babylon.js, which takes tens of milliseconds a pick. */
const LOOP_POINTER_COUNT = 10;

type Pointer = readonly [x: number, y: number];

/** A way to pick, and how many of the pointers it gets. */
interface Contender {
  readonly name: string;
  readonly pointers: number;
  pick(pointer: Pointer): PickingInfo;
}

/** What is under the pointer among many meshes of Babylon.js, and along the same rays. */
export function measureBabylonPick(boxes: number): Result {
  const scene = createMeshes(boxes);
  const random = seededRandom(11);
  const pointers = Array.from({ length: POINTER_COUNT }, (): Pointer => [WIDTH * random(), HEIGHT * random()]);
  const index = SceneIndex.from(scene);
  const rayAt = ([x, y]: Pointer) => scene.createPickingRay(x, y, Matrix.Identity(), scene.activeCamera);
  const picks: Contender[] = [
    { name: 'slabtree pick', pointers: POINTER_COUNT, pick: ([x, y]) => index.pick(x, y) },
    { name: 'Babylon.js scene.pick', pointers: LOOP_POINTER_COUNT, pick: ([x, y]) => scene.pick(x, y) },
  ];
  const rays: Contender[] = [
    { name: 'slabtree pickWithRay', pointers: POINTER_COUNT, pick: (pointer) => index.pickWithRay(rayAt(pointer)) },
    {
      name: 'Babylon.js scene.pickWithRay',
      pointers: LOOP_POINTER_COUNT,
      pick: (pointer) => hitOf(scene.pickWithRay(rayAt(pointer))),
    },
  ];
  const notes = [compareAnswers(picks, pointers), compareAnswers(rays, pointers)];
  const contenders = [...picks, ...rays];
  const tasks = contenders.map((contender) => () => {
    for (const pointer of pointers.slice(0, contender.pointers)) contender.pick(pointer);
  });
  const passes = measure(tasks, { rounds: 4, passes: 1, time: 200 });
  const column = 'us a pick';
  return {
    title: `Pick, ${boxes.toLocaleString('en')} meshes of Babylon.js`,
    question: 'babylon',
    scene: 'meshes',
    boxes,
    columns: [{ name: column, baselines: ['slabtree pick', 'slabtree pickWithRay'] }],
    rows: contenders.map(({ name, pointers: count }, i) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[i], count) },
    })),
    notes,
  };
}

/** Boxes and spheres, each with a geometry of its own or as an instance, in a cube. */
function createMeshes(count: number): Scene {
  Logger.LogLevels = Logger.NoneLogLevel;
  const size = { renderWidth: WIDTH, renderHeight: HEIGHT };
  const engine = new NullEngine(Object.assign(new NullEngineOptions(), size));
  const scene = new Scene(engine);
  const random = seededRandom(7);
  const side = 7.4 * Math.cbrt(count);
  const place = () => side * (random() - 0.5);
  const sphere = CreateSphere('sphere', { segments: 8, diameter: 2 }, scene);
  for (let i = 0; i < count; i++) {
    const mesh = i % 2 === 0 ? CreateBox('box', { size: 2 }, scene) : sphere.createInstance('instance');
    mesh.position.set(place(), place(), place());
    mesh.rotation.set(6 * random(), 6 * random(), 6 * random());
  }
  const camera = new FreeCamera('camera', new Vector3(0.8 * side, 0.5 * side, 0.9 * side), scene);
  camera.setTarget(Vector3.Zero());
  camera.minZ = 0.1;
  camera.maxZ = 10 * side;
  scene.activeCamera = camera;
  // The meshes were moved in the frame in which Babylon.js has computed their world matrices.
  scene.incrementRenderId();
  return scene;
}

function hitOf(info: PickingInfo | null): PickingInfo {
  if (info === null) throw new Disagreement('Babylon.js has no function for picks.');
  return info;
}

/** Both must hit the same mesh and face, at the same distance to the last bit. */
function compareAnswers([slabtree, babylon]: readonly Contender[], pointers: readonly Pointer[]): string {
  let hits = 0;
  for (const pointer of pointers.slice(0, babylon.pointers)) {
    const found = slabtree.pick(pointer);
    const expected = babylon.pick(pointer);
    if (expected.hit) hits++;
    const isSame =
      found.pickedMesh === expected.pickedMesh &&
      found.distance === expected.distance &&
      found.faceId === expected.faceId;
    if (!isSame) throw new Disagreement(`${slabtree.name} and ${babylon.name} differ at ${pointer.join()}.`);
  }
  return `${hits} of ${babylon.pointers} compared picks hit a mesh.`;
}
