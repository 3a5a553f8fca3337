import { type InstancedMesh, Matrix4, Raycaster } from 'three';
import { ObjectBVH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import { SMALL_STEP } from './motion';
import { instancedBoxes } from './peers/instancedBoxes';
import { seededRandom } from './random';
import { incoherentRays } from './rays';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

const MOVED_COUNT = 1000;
const RAY_COUNT = 500;

interface Contender {
  readonly name: string;
  readonly mesh: InstancedMesh;
  update(moved: readonly number[]): void;
  distanceAlong(raycaster: Raycaster): number;
}

/** Updates the index of an InstancedMesh after some instances have moved. */
export function measureThreeUpdate(boxes: number): Result {
  const scene = createScene('obb', boxes);
  const contenders = createContenders(scene);
  const [compared, marked] = contenders;
  const steps = contenders.map(({ mesh }) => new Steps(mesh));
  const notes = [compareAnswers(contenders, steps, scene)];

  const column = 'ms';
  const tasks = contenders.map((contender, index) => () => {
    contender.update(steps[index].moved);
  });
  const passes = measure(tasks, {
    rounds: 6,
    passes: 10,
    time: 200,
    beforePass: (index) => {
      steps[index].take();
    },
  });
  return {
    title: `Update, InstancedMesh, ${MOVED_COUNT.toLocaleString('en')} of ${boxes.toLocaleString('en')} oriented boxes moved`,
    question: 'three',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [compared.name, marked.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], 1) },
    })),
    notes,
  };
}

function createContenders(scene: Scene): Contender[] {
  return [
    ...[false, true].map((areMarked) => {
      const mesh = instancedBoxes(scene);
      const index = SceneIndex.from(mesh);
      return {
        name: areMarked ? 'slabtree update, marked' : 'slabtree update',
        mesh,
        update: (moved: readonly number[]) => {
          if (areMarked) for (const instance of moved) index.markDirty(mesh, instance);
          index.update();
        },
        distanceAlong: (raycaster: Raycaster) => index.raycast(raycaster, { precise: true })?.distance ?? Infinity,
      };
    }),
    createObjectBvh(instancedBoxes(scene)),
  ];
}

function createObjectBvh(mesh: InstancedMesh): Contender {
  const bvh = new ObjectBVH(mesh);
  return {
    name: 'three-mesh-bvh ObjectBVH.refit',
    mesh,
    update: () => {
      bvh.refit();
    },
    distanceAlong: (raycaster) => bvh.raycast(raycaster).at(0)?.distance ?? Infinity,
  };
}

/** Moves random instances by a small step, others each time, and marks the mesh for drawing. This is not timed. */
class Steps {
  moved: number[] = [];
  readonly #mesh: InstancedMesh;
  readonly #random = seededRandom(12);
  readonly #matrix = new Matrix4();

  constructor(mesh: InstancedMesh) {
    this.#mesh = mesh;
  }

  take(): void {
    const mesh = this.#mesh;
    const random = this.#random;
    const step = () => (2 * random() - 1) * SMALL_STEP;
    this.moved = Array.from({ length: MOVED_COUNT }, () => Math.floor(random() * mesh.count));
    for (const instance of this.moved) {
      mesh.getMatrixAt(instance, this.#matrix);
      this.#matrix.premultiply(new Matrix4().makeTranslation(step(), step(), step()));
      mesh.setMatrixAt(instance, this.#matrix);
    }
    mesh.instanceMatrix.needsUpdate = true;
  }
}

/** After each of some updates, the distances along rays must be equal to the last bit. */
function compareAnswers(contenders: readonly Contender[], steps: readonly Steps[], scene: Scene): string {
  const rays = incoherentRays(scene, RAY_COUNT);
  const raycaster = new Raycaster();
  raycaster.firstHitOnly = true;
  for (let round = 0; round < 3; round++) {
    const distances = contenders.map((contender, index) => {
      steps[index].take();
      contender.update(steps[index].moved);
      return Array.from({ length: RAY_COUNT }, (_, ray) => {
        raycaster.ray.origin.fromArray(rays, 6 * ray);
        raycaster.ray.direction.fromArray(rays, 6 * ray + 3).normalize();
        return contender.distanceAlong(raycaster);
      });
    });
    contenders.forEach(({ name }, index) => {
      const differing = distances[index].filter((distance, ray) => distance !== distances[0][ray]).length;
      if (differing > 0) throw new Disagreement(`${differing} of ${RAY_COUNT} rays differ for ${name}.`);
    });
  }
  return `${RAY_COUNT} rays have the same distances for all, after each of three updates.`;
}
