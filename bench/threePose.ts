import { type Camera, type Intersection, PerspectiveCamera, Raycaster, type SkinnedMesh, Sphere, Vector3 } from 'three';
import { SAH, SkinnedMeshBVH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { makeCreature, swim } from '../examples/skeleton/creature';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import { aim, canvas, type Pointer, SIZE } from './pointers';
import { seededRandom } from './random';
import type { Result } from './report';

const TRIANGLES = 50_000;
const BONES = 30;
/** The time from one frame to the next, in seconds. */
const STEP = 1 / 60;
const COMPARED_FRAMES = 20;
interface Contender {
  readonly name: string;
  readonly creature: SkinnedMesh;
  /** Answers for a frame in which the bones have moved. The world matrices are up to date. */
  frame(pointer: Pointer): Intersection | null | undefined;
}

/** What is under the pointer in a mesh with a skeleton, one pick in each frame. */
export function measureThreePose(): Result {
  const camera = new PerspectiveCamera(40, 1, 0.1, 100);
  camera.position.set(3, 5, 18);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const contenders = createContenders(camera);
  const swims = contenders.map(({ creature }) => new Swim(creature, camera));
  const note = compareAnswers(contenders, swims);

  const column = 'ms a frame';
  const tasks = contenders.map((contender, index) => () => {
    contender.frame(swims[index].pointer);
  });
  const passes = measure(tasks, {
    rounds: 6,
    passes: 5,
    time: 200,
    beforePass: (index) => {
      swims[index].step();
    },
  });
  const [first] = contenders;
  return {
    title: `Pose and pick, SkinnedMesh, ${TRIANGLES.toLocaleString('en')} triangles, ${BONES} bones`,
    question: 'three',
    scene: 'creature',
    boxes: 1,
    triangles: TRIANGLES,
    columns: [{ name: column, baselines: [first.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], 1) },
    })),
    notes: [
      note,
      'Each vertex follows four bones. The time is for all of a frame but the world matrices of the bones.',
    ],
  };
}

function createContenders(camera: Camera): Contender[] {
  const [posed, bounded, endless, refitted] = Array.from({ length: 4 }, () => makeCreature(TRIANGLES, BONES));
  const index = SceneIndex.from(posed);
  endless.boundingSphere = new Sphere(new Vector3(), Infinity);
  // Without `indirect`, it would put the triangles of the geometry in another order.
  const bvh = new SkinnedMeshBVH(refitted, { strategy: SAH, indirect: true });
  return [
    {
      name: 'slabtree pose and pick',
      creature: posed,
      frame: (pointer) => {
        index.update();
        index.pose(posed);
        return index.pick(pointer, camera, canvas, { precise: true });
      },
    },
    {
      name: 'three Raycaster, its bounds computed',
      creature: bounded,
      frame: (pointer) => {
        bounded.updateMatrixWorld();
        bounded.computeBoundingBox();
        bounded.computeBoundingSphere();
        return aim(raycaster, pointer, camera).intersectObject(bounded).at(0);
      },
    },
    {
      name: 'three Raycaster, without bounds',
      creature: endless,
      frame: (pointer) => {
        endless.updateMatrixWorld();
        return aim(raycaster, pointer, camera).intersectObject(endless).at(0);
      },
    },
    {
      name: 'three-mesh-bvh SkinnedMeshBVH.refit',
      creature: refitted,
      frame: (pointer) => {
        refitted.updateMatrixWorld();
        bvh.refit();
        const hits: Intersection[] = [];
        bvh.raycastObject3D(refitted, aim(raycaster, pointer, camera), hits);
        return hits.at(0);
      },
    },
  ];
}

const raycaster = new Raycaster();
raycaster.firstHitOnly = true;

/** Moves a creature from frame to frame, with the pointer over the middle of some triangle, seen or not. */
class Swim {
  pointer: Pointer = { clientX: 0, clientY: 0 };
  readonly #creature: SkinnedMesh;
  readonly #camera: Camera;
  readonly #random = seededRandom(13);
  #time = 0;

  constructor(creature: SkinnedMesh, camera: Camera) {
    this.#creature = creature;
    this.#camera = camera;
  }

  step(): void {
    const creature = this.#creature;
    this.#time += STEP;
    swim(creature, this.#time);
    creature.updateMatrixWorld();
    const triangle = Math.floor(this.#random() * TRIANGLES);
    const point = new Vector3();
    for (let k = 0; k < 3; k++) {
      const vertex = creature.geometry.index?.getX(3 * triangle + k) ?? 0;
      point.addScaledVector(creature.getVertexPosition(vertex, new Vector3()), 1 / 3);
    }
    point.applyMatrix4(creature.matrixWorld).project(this.#camera);
    this.pointer = { clientX: ((1 + point.x) * SIZE) / 2, clientY: ((1 - point.y) * SIZE) / 2 };
  }
}

/** All must hit the same triangle at the same distance, to the last bit, in each of some frames. */
function compareAnswers(contenders: readonly Contender[], swims: readonly Swim[]): string {
  let hits = 0;
  for (let frame = 0; frame < COMPARED_FRAMES; frame++) {
    const [expected, ...others] = contenders.map((contender, i) => {
      swims[i].step();
      return contender.frame(swims[i].pointer);
    });
    others.forEach((hit, i) => {
      if (hit?.faceIndex === expected?.faceIndex && hit?.distance === expected?.distance) return;
      throw new Disagreement(`${contenders[i + 1].name} hits another triangle in frame ${frame}.`);
    });
    if (expected) hits++;
  }
  return `The same triangles at the same distances in ${COMPARED_FRAMES} frames, ${hits} of them with a hit.`;
}
