import {
  type BufferGeometry,
  type Camera,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  type Vector3Tuple,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { makeBuilding } from '../examples/building/building';
import { type Kind, kinds } from '../examples/building/storey';
import { closestOf } from './closestOf';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach, millisecondsEach } from './measure';
import { aim, canvas, createPointers, type Pointer } from './pointers';
import type { Result } from './report';

const POINTER_COUNT = 1000;
const raycaster = new Raycaster();
const pointers = createPointers(POINTER_COUNT, 13);
const outside = cameraAt([26, 16, 30], [0, 8, 0]);
const inside = cameraAt([-12, 1.6, 0], [20, 1.2, 2]);

type Pick = (pointer: Pointer, camera: Camera) => Intersection | null | undefined;

interface Contender {
  readonly name: string;
  /** From a building that nobody has asked before. Everything is ready only after the first pick. */
  readonly prepare: (building: Object3D) => Pick;
}

const contenders: readonly Contender[] = [
  {
    name: 'slabtree pick, precise',
    prepare: (building) => {
      const index = SceneIndex.from(building);
      return (pointer, camera) => index.pick(pointer, camera, canvas, { precise: true });
    },
  },
  {
    name: 'three-mesh-bvh ObjectBVH, first hit only',
    prepare: (building) => {
      const bvh = withTrees(building);
      return (pointer, camera) => closestOf(bvh.raycast(raycasterAt(pointer, camera, true)));
    },
  },
  {
    name: 'three-mesh-bvh ObjectBVH, all hits',
    prepare: (building) => {
      const bvh = withTrees(building);
      return (pointer, camera) => closestOf(bvh.raycast(raycasterAt(pointer, camera, false)));
    },
  },
  {
    name: 'three Raycaster',
    prepare: (building) => (pointer, camera) => raycasterAt(pointer, camera, false).intersectObject(building).at(0),
  },
];

/** What is under the pointer in a building of many parts, from outside and from its corridor, and how long the first pick takes. */
export function measureThreeBuilding(): Result {
  const [slabtree] = contenders;
  const picks = contenders.map(({ prepare }) => prepare(newBuilding()));
  const notes = [compareAnswers(picks, outside), compareAnswers(picks, inside)];

  const views = [outside, inside].map((camera) =>
    measure(
      picks.map((pick) => () => {
        for (const pointer of pointers) pick(pointer, camera);
      }),
      { rounds: 5, passes: 1, time: 100 },
    ),
  );
  let building = newBuilding();
  const first = measure(
    contenders.map(({ prepare }) => () => {
      prepare(building)(pointers[0], outside);
    }),
    {
      rounds: 5,
      passes: 3,
      time: 1,
      setup: collectGarbage,
      beforePass: () => {
        building = newBuilding();
      },
    },
  );
  const columns = ['us a pick from outside', 'us a pick from inside', 'ms until the first pick'];
  const { parts, triangles } = sizeOf(building);
  return {
    title: `Pick in a building, ${parts.toLocaleString('en')} parts, ${triangles.toLocaleString('en')} triangles`,
    question: 'three',
    scene: 'building',
    boxes: parts,
    triangles,
    columns: columns.map((name) => ({ name, baselines: [slabtree.name] })),
    rows: contenders.map(({ name }, i) => ({
      contender: name,
      values: {
        [columns[0]]: microsecondsEach(views[0][i], POINTER_COUNT),
        [columns[1]]: microsecondsEach(views[1][i], POINTER_COUNT),
        [columns[2]]: millisecondsEach(first[i], 1),
      },
    })),
    notes,
  };
}

/** Each geometry has a tree by SAH, and the objects have one above them. */
function withTrees(building: Object3D): ObjectBVH {
  for (const mesh of meshesIn(building)) {
    mesh.geometry.boundsTree ??= new MeshBVH(mesh.geometry, { strategy: SAH });
    mesh.raycast = acceleratedRaycast;
  }
  return new ObjectBVH(building, { strategy: SAH });
}

/** Buildings share geometries. This one has its own, in which nobody has left a tree. */
function newBuilding(): Object3D {
  const material = new MeshBasicMaterial();
  const building = makeBuilding(
    Object.fromEntries(kinds.map((kind) => [kind, material])) as Record<Kind, MeshBasicMaterial>,
  );
  const copies = new Map<BufferGeometry, BufferGeometry>();
  for (const mesh of meshesIn(building)) {
    const copy = copies.get(mesh.geometry) ?? mesh.geometry.clone();
    copies.set(mesh.geometry, copy);
    mesh.geometry = copy;
  }
  return building;
}

function meshesIn(building: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  building.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object as Mesh);
  });
  return meshes;
}

function sizeOf(building: Object3D): { parts: number; triangles: number } {
  const meshes = meshesIn(building);
  const corners = meshes.map(({ geometry }) => (geometry.index ?? geometry.getAttribute('position')).count);
  return { parts: meshes.length, triangles: corners.reduce((sum, count) => sum + count / 3, 0) };
}

function cameraAt(position: Vector3Tuple, target: Vector3Tuple): Camera {
  const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
  camera.position.set(...position);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return camera;
}

function raycasterAt(pointer: Pointer, camera: Camera, firstHitOnly: boolean): Raycaster {
  raycaster.firstHitOnly = firstHitOnly;
  return aim(raycaster, pointer, camera);
}

/** All must pick at the same distance, to the last bit. Parts touch one another, so two may be as near as each other. */
function compareAnswers([precise, ...others]: readonly Pick[], camera: Camera): string {
  const expected = pointers.map((pointer) => precise(pointer, camera)?.distance);
  others.forEach((pick, i) => {
    const differing = pointers.filter((pointer, k) => pick(pointer, camera)?.distance !== expected[k]).length;
    if (differing > 0)
      throw new Disagreement(`${differing} of ${POINTER_COUNT} picks differ for ${contenders[i + 1].name}.`);
  });
  const picked = expected.filter((distance) => distance !== undefined).length;
  return `${picked.toLocaleString('en')} of ${POINTER_COUNT.toLocaleString('en')} pointers are over a part, seen from ${camera === outside ? 'outside' : 'inside'}.`;
}
