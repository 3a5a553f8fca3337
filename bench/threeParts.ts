import {
  BatchedMesh,
  type Camera,
  type Group,
  type Intersection,
  Mesh,
  PerspectiveCamera,
  Raycaster,
  type Vector3Tuple,
} from 'three';
import { acceleratedRaycast, computeBatchedBoundsTree, MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { closestOf } from './closestOf';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach, millisecondsEach } from './measure';
import { makeParts, type PartKind } from './parts';
import { aim, canvas, createPointers, type Pointer } from './pointers';
import type { Result } from './report';

const POINTER_COUNT = 2000;
const raycaster = new Raycaster();
raycaster.firstHitOnly = true;
const pointers = createPointers(POINTER_COUNT, 5);
const outside = cameraAt([30, 14, 34], [0, 5, 0]);
const inside = cameraAt([1, 1.7, 2], [12, 1.2, 7]);
const raycastOfThree = Reflect.get(Mesh.prototype, 'raycast');

type Pick = (pointer: Pointer, camera: Camera) => Intersection | null | undefined;

interface Contender {
  readonly name: string;
  /** `Mesh.prototype.raycast` while this contender runs. ObjectBVH calls it for instances, whatever the `raycast` of the object. */
  readonly raycast: Mesh['raycast'];
  /** From parts that no contender has read. Everything is ready only after the first pick. */
  readonly prepare: (parts: Group) => Pick;
}

const contenders: readonly Contender[] = [
  {
    name: 'slabtree pick, precise',
    raycast: raycastOfThree,
    prepare: (parts) => {
      const index = SceneIndex.from(parts);
      return (pointer, camera) => index.pick(pointer, camera, canvas, { precise: true });
    },
  },
  {
    name: 'three-mesh-bvh ObjectBVH, first hit only',
    raycast: acceleratedRaycast,
    prepare: (parts) => {
      buildTrees(parts);
      const bvh = new ObjectBVH(parts, { strategy: SAH });
      return (pointer, camera) => closestOf(bvh.raycast(aim(raycaster, pointer, camera)));
    },
  },
];
/** ObjectBVH does not read the trees of a BatchedMesh. This raycast reads them, for one instance after the other. */
const batchContender: Contender = {
  name: 'three-mesh-bvh acceleratedRaycast, first hit only',
  raycast: acceleratedRaycast,
  prepare: (parts) => {
    buildTrees(parts);
    return (pointer, camera) => closestOf(aim(raycaster, pointer, camera).intersectObject(parts));
  },
};

/** Measures picks among many parts, from outside and from inside, and the time until the first pick. */
export function measureThreeParts(kind: PartKind): Result {
  const entrants = kind === 'a BatchedMesh' ? [...contenders, batchContender] : contenders;
  const [slabtree] = entrants;
  const picks = entrants.map(({ raycast, prepare }) => {
    Mesh.prototype.raycast = raycast;
    return prepare(makeParts(kind));
  });
  const notes = [compareAnswers(entrants, picks, outside), compareAnswers(entrants, picks, inside)];

  const views = [outside, inside].map((camera) =>
    measure(
      picks.map((pick) => () => {
        for (const pointer of pointers) pick(pointer, camera);
      }),
      {
        rounds: 5,
        passes: 1,
        time: 100,
        beforePass: (i) => {
          Mesh.prototype.raycast = entrants[i].raycast;
        },
      },
    ),
  );
  let parts = makeParts(kind);
  const first = measure(
    entrants.map(({ prepare }) => () => {
      prepare(parts)(pointers[0], outside);
    }),
    {
      rounds: 5,
      passes: 3,
      time: 1,
      setup: collectGarbage,
      beforePass: (i) => {
        Mesh.prototype.raycast = entrants[i].raycast;
        parts = makeParts(kind);
      },
    },
  );
  Mesh.prototype.raycast = raycastOfThree;
  const columns = ['us a pick from outside', 'us a pick from inside', 'ms until the first pick'];
  const count = partsIn(parts);
  return {
    title: `Pick among ${count.toLocaleString('en')} parts, ${kind}`,
    question: 'three',
    scene: 'parts',
    boxes: count,
    columns: columns.map((name) => ({ name, baselines: [slabtree.name] })),
    rows: entrants.map(({ name }, i) => ({
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

/** Builds a tree by SAH for each geometry. */
function buildTrees(parts: Group): void {
  for (const mesh of meshesIn(parts)) {
    if (mesh instanceof BatchedMesh) {
      mesh.raycast = acceleratedRaycast;
      computeBatchedBoundsTree.call(mesh, -1, { strategy: SAH });
    } else mesh.geometry.boundsTree ??= new MeshBVH(mesh.geometry, { strategy: SAH });
  }
}

function meshesIn(parts: Group): Mesh[] {
  return parts.children.filter((child): child is Mesh => child instanceof Mesh);
}

function partsIn(parts: Group): number {
  return new ObjectBVH(parts).primitiveBuffer.length;
}

function cameraAt(position: Vector3Tuple, target: Vector3Tuple): Camera {
  const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
  camera.position.set(...position);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return camera;
}

/** All must pick at the same distance, to the last bit. Parts intersect one another, so two may be as near as each other. */
function compareAnswers(entrants: readonly Contender[], picks: readonly Pick[], camera: Camera): string {
  const [expected, ...others] = picks.map((pick, i) => {
    Mesh.prototype.raycast = entrants[i].raycast;
    return pointers.map((pointer) => pick(pointer, camera)?.distance);
  });
  others.forEach((distances, i) => {
    const differing = distances.filter((distance, k) => distance !== expected[k]).length;
    if (differing > 0)
      throw new Disagreement(`${differing} of ${POINTER_COUNT} picks differ for ${entrants[i + 1].name}.`);
  });
  const picked = expected.filter((distance) => distance !== undefined).length;
  return `${picked.toLocaleString('en')} of ${POINTER_COUNT.toLocaleString('en')} pointers are over a part, seen from ${camera === outside ? 'outside' : 'inside'}.`;
}
