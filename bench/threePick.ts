import { type Camera, type Intersection, PerspectiveCamera, Raycaster } from 'three';
import { ObjectBVH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { closestOf } from './closestOf';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { instancedBoxes } from './peers/instancedBoxes';
import { aim, canvas, createPointers, type Pointer } from './pointers';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

const POINTER_COUNT = 2000;
/** For the loop over all triangles, which takes tens of milliseconds a pick. */
const LOOP_POINTER_COUNT = 20;
interface Contender {
  readonly name: string;
  /** How many of the pointers it gets. */
  readonly pointers: number;
  /** Whether it picks boxes. Along an edge, a ray may hit the box and miss its triangles. */
  readonly isForBoxes?: boolean;
  pick(pointer: Pointer): Intersection | null | undefined;
}

/** What is under the pointer in an InstancedMesh, seen from outside: by its triangles, and by its boxes. */
export function measureThreePick(boxes: number): Result {
  const scene = createScene('obb', boxes);
  const contenders = createContenders(scene);
  const [precise] = contenders;
  const pointers = createPointers(POINTER_COUNT, 11);
  const notes = [compareAnswers(contenders, pointers)];

  const column = 'us a pick';
  const chosen = contenders.map((contender) => pointers.slice(0, contender.pointers));
  const tasks = contenders.map((contender, index) => () => {
    for (const pointer of chosen[index]) contender.pick(pointer);
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 200 });
  return {
    title: `Pick, InstancedMesh, ${boxes.toLocaleString('en')} oriented boxes`,
    question: 'three',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [precise.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[index], chosen[index].length) },
    })),
    notes,
  };
}

function createContenders(scene: Scene): Contender[] {
  const mesh = instancedBoxes(scene);
  const index = SceneIndex.from(mesh);
  const bvh = new ObjectBVH(mesh);
  const camera = cameraOutside(scene);
  return [
    {
      name: 'slabtree pick, precise',
      pointers: POINTER_COUNT,
      pick: (pointer) => index.pick(pointer, camera, canvas, { precise: true }),
    },
    {
      name: 'slabtree pick, boxes',
      pointers: POINTER_COUNT,
      isForBoxes: true,
      pick: (pointer) => index.pick(pointer, camera, canvas, { precise: false }),
    },
    {
      name: 'three-mesh-bvh ObjectBVH, first hit only',
      pointers: POINTER_COUNT,
      pick: (pointer) => bvh.raycast(raycasterAt(pointer, camera, true)).at(0),
    },
    {
      name: 'three-mesh-bvh ObjectBVH, all hits',
      pointers: POINTER_COUNT,
      pick: (pointer) => closestOf(bvh.raycast(raycasterAt(pointer, camera, false))),
    },
    {
      name: 'three Raycaster',
      pointers: LOOP_POINTER_COUNT,
      pick: (pointer) => raycasterAt(pointer, camera, false).intersectObject(mesh).at(0),
    },
  ];
}

/** The same view as in `coherentRays`. */
function cameraOutside({ width, height }: Scene): Camera {
  const camera = new PerspectiveCamera(57.6, 1, 0.1, 10 * width);
  camera.position.set(-0.2 * width, -0.2 * width, 1.2 * height);
  camera.up.set(0, 0, 1);
  camera.lookAt(width / 2, width / 2, height / 2);
  camera.updateMatrixWorld();
  return camera;
}

const raycaster = new Raycaster();

function raycasterAt(pointer: Pointer, camera: Camera, firstHitOnly: boolean): Raycaster {
  raycaster.firstHitOnly = firstHitOnly;
  return aim(raycaster, pointer, camera);
}

/** All must pick the same instance as the first, and at the same distance to the last bit, unless they pick boxes. */
function compareAnswers([precise, ...others]: readonly Contender[], pointers: readonly Pointer[]): string {
  const expected = pointers.map((pointer) => precise.pick(pointer));
  const picked = expected.filter((hit) => hit !== null).length;
  for (const contender of others) {
    const { name, isForBoxes = false, pointers: count } = contender;
    let differing = 0;
    pointers.slice(0, count).forEach((pointer, i) => {
      const hit = contender.pick(pointer);
      const isSame = hit?.instanceId === expected[i]?.instanceId;
      if (!isSame || (!isForBoxes && hit?.distance !== expected[i]?.distance)) differing++;
    });
    // Along an edge a ray may hit the box and miss its triangles.
    if (differing > (isForBoxes ? count / 1000 : 0)) {
      throw new Disagreement(`${differing} of ${count} picks differ for ${name}.`);
    }
  }
  return `${picked.toLocaleString('en')} of ${POINTER_COUNT.toLocaleString('en')} pointers are over a box.`;
}
