import { DoubleSide, type Intersection, Mesh, MeshBasicMaterial, PerspectiveCamera, Raycaster, Vector3 } from 'three';
import { acceleratedRaycast, CENTER, MeshBVH, SAH, type SplitStrategy } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach, millisecondsEach } from './measure';
import { geometryOf } from './peers/meshBvh';
import { aim, canvas, createPointers, type Pointer, SIZE } from './pointers';
import type { Result } from './report';
import { createMeshScene, type MeshKind, type TriangleScene } from './triangles/scenes';

const POINTER_COUNT = 2000;
/** What is under the pointer in one mesh, and how long it takes until the first answer. */
export function measureThreeMesh(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  const camera = cameraOf(scene);
  // The first is in the middle, over the mesh: its answer needs the tree.
  const pointers = [{ clientX: SIZE / 2, clientY: SIZE / 2 }, ...createPointers(POINTER_COUNT - 1, 11)];
  // Each build is of a geometry that the contender has not seen. It ends with the first pick.
  const build = [
    () => {
      const pick = pickByIndex(meshOf(scene), camera);
      pick(pointers[0]);
      return pick;
    },
    () => pickByMeshBvh(meshOf(scene), camera, SAH),
    // Its default.
    () => pickByMeshBvh(meshOf(scene), camera, CENTER),
  ];
  const names = [
    'slabtree pick, precise',
    'three-mesh-bvh acceleratedRaycast, SAH, first hit only',
    'three-mesh-bvh acceleratedRaycast, CENTER, first hit only',
  ];
  const picks = build.map((begin) => begin());
  compareAnswers(picks, pointers);
  const passes = measure(
    picks.map((pick) => () => {
      for (const pointer of pointers) pick(pointer);
    }),
    { rounds: 6, passes: 1, time: 200 },
  );
  const built = measure(
    build.map((begin) => () => {
      begin();
    }),
    { rounds: 3, passes: 1, time: 100, setup: collectGarbage },
  );
  return {
    title: `Pick, one mesh, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`,
    question: 'three',
    scene: kind,
    boxes: 1,
    columns: [
      { name: 'us a pick', baselines: [names[0]] },
      { name: 'build, ms', baselines: [names[0]] },
    ],
    rows: names.map((contender, i) => ({
      contender,
      values: {
        'us a pick': microsecondsEach(passes[i], POINTER_COUNT),
        'build, ms': millisecondsEach(built[i], 1),
      },
    })),
    notes: [
      'A build begins with a copy of the arrays, which three-mesh-bvh sorts, and ends when a pick can be answered.',
    ],
  };
}

type Pick = (pointer: Pointer) => Intersection | null | undefined;

function meshOf({ meshes: [mesh] }: TriangleScene): Mesh {
  return new Mesh(geometryOf(mesh), new MeshBasicMaterial({ side: DoubleSide }));
}

function pickByIndex(mesh: Mesh, camera: PerspectiveCamera): Pick {
  const index = SceneIndex.from(mesh);
  return (pointer) => index.pick(pointer, camera, canvas, { precise: true });
}

function pickByMeshBvh(mesh: Mesh, camera: PerspectiveCamera, strategy: SplitStrategy): Pick {
  mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { strategy });
  mesh.raycast = acceleratedRaycast;
  mesh.updateMatrixWorld();
  const raycaster = new Raycaster();
  raycaster.firstHitOnly = true;
  return (pointer) => aim(raycaster, pointer, camera).intersectObject(mesh).at(0);
}

/** The camera of the coherent rays of this scene. */
function cameraOf({ bounds, camera: { towards, distance } }: TriangleScene): PerspectiveCamera {
  const radius = bounds.getSize(new Vector3()).length() / 2;
  const camera = new PerspectiveCamera(50, 1, 0.001 * radius, 10 * radius);
  const middle = bounds.getCenter(new Vector3());
  camera.position.copy(middle).addScaledVector(new Vector3(...towards).normalize(), distance * radius);
  camera.up.set(0, 0, 1);
  camera.lookAt(middle);
  camera.updateMatrixWorld();
  return camera;
}

/** All must hit the same, at the same distance to a billionth: three-mesh-bvh rounds in its own way. */
function compareAnswers([first, ...others]: readonly Pick[], pointers: readonly Pointer[]): void {
  let differing = 0;
  for (const pointer of pointers) {
    const distance = first(pointer)?.distance ?? -1;
    const isOff = (other: Pick) => Math.abs((other(pointer)?.distance ?? -1) - distance) > 1e-9 * Math.abs(distance);
    if (others.some(isOff)) differing++;
  }
  if (differing > pointers.length / 1000) throw new Disagreement(`${differing} of ${pointers.length} picks differ.`);
}
