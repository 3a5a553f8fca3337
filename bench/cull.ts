import { Matrix4, PerspectiveCamera } from 'three';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import { BvhJs } from './peers/bvhjs';
import type { Create, CullsByFrustum } from './peers/contender';
import { Slabtree, SlabtreeArrays } from './peers/slabtree';
import { ThreeLoop } from './peers/three';
import { randomDirection, seededRandom } from './random';
import type { Result } from './report';
import { type Scene, createScene } from './scenes';

interface Contender {
  readonly name: string;
  readonly create: Create<CullsByFrustum>;
  /**
   * The share of the boxes in view that may differ. three's formula rounds in other places, at the last bits of
   * float64. bvh.js keeps the planes in float32.
   */
  readonly tolerance: number;
}

const contenders: Contender[] = [
  { name: 'slabtree cull, sizes', create: (scene) => new Slabtree(scene), tolerance: 0 },
  { name: 'slabtree cull, arrays', create: (scene) => new SlabtreeArrays(scene), tolerance: 0 },
  { name: 'slabtree cull, sizes, js', create: (scene) => new Slabtree(scene, { backend: 'js' }), tolerance: 0 },
  { name: 'bvh.js frustumCulling', create: (scene) => new BvhJs(scene), tolerance: 1e-4 },
  { name: 'three Frustum.intersectsBox loop', create: (scene) => new ThreeLoop(scene), tolerance: 1e-6 },
];
const [sizes, arrays] = contenders;

export function measureCull(boxes: number): Result {
  const scene = createScene('uniform', boxes);
  const views = randomViews(scene, 20);
  const peers = contenders.map(({ create }) => create(scene));
  const inView = compareAnswers(peers, views);

  const column = 'ms a frustum';
  const tasks = peers.map((peer) => () => {
    for (const view of views) peer.cull(view);
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 250 });
  return {
    title: `Cull by a frustum, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'cull',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [sizes.name, arrays.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], views.length) },
    })),
    notes: [
      `${Math.round(inView / views.length).toLocaleString('en')} boxes are in view, mean of ${views.length} views.`,
    ],
  };
}

/**
 * View-projection matrices of a camera in the middle of the scene. It looks in any direction, half as far as the scene
 * is wide.
 */
function randomViews({ width, height }: Scene, count: number): Matrix4[] {
  const random = seededRandom(6);
  const camera = new PerspectiveCamera(60, 16 / 9, 0.1, width / 2);
  camera.position.set(width / 2, width / 2, height / 2);
  return Array.from({ length: count }, () => {
    const [x, y, z] = randomDirection(random);
    camera.lookAt(camera.position.x + x, camera.position.y + y, camera.position.z + z);
    camera.updateMatrixWorld();
    return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  });
}

/** Returns how many boxes are in view, summed over all views. */
function compareAnswers(peers: readonly CullsByFrustum[], views: readonly Matrix4[]): number {
  let inView = 0;
  for (const view of views) {
    const reference = peers[0].cull(view);
    inView += reference;
    contenders.forEach(({ name, tolerance }, index) => {
      const count = peers[index].cull(view);
      const allowed = tolerance * reference;
      if (Math.abs(count - reference) <= allowed) return;
      throw new Disagreement(
        `${name} counts ${count} boxes in view, ${sizes.name} ${reference}. They may differ by at most ${allowed}.`,
      );
    });
  }
  return inView;
}
