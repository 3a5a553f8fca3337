import { collectGarbage } from './collectGarbage';
import { type Compared, countDiffering } from './countDiffering';
import { Disagreement } from './disagreement';
import { measure, median, microsecondsEach, millisecondsEach, once, raysPerSecond } from './measure';
import { Motion, SMALL_STEP, type Scenario } from './motion';
import type { Create, MovesBoxes } from './peers/contender';
import { MovingBvhJs } from './peers/movingBvhJs';
import { ExchangingRapier, MovingRapier } from './peers/movingRapier';
import { MovingSlabtree } from './peers/movingSlabtree';
import { MovingThreeMeshBvh } from './peers/movingThreeMeshBvh';
import { SlabtreeArrays } from './peers/slabtree';
import { type Rays, type Share, incoherentRays, pickRays, raysInShare } from './rays';
import { type Result, type Row, formatNumber } from './report';
import type { Scene } from './scenes';

/** The frames come in blocks. Contenders take turns with each block, and are compared after it. */
const BLOCKS = 6;
const MANY_FRAMES = 100;
/** For scenes that travel: 2,000 in all, as trees degrade slowly. */
const TRAVEL_FRAMES = 334;
/** Enough for contenders whose frames all cost the same. */
const FEW_FRAMES = 6;
/** The first frames compile the code. They do not count. */
const WARM_UP = 5;
const RAY_COUNT = 20_000;

interface Contender extends Compared {
  readonly create: Create<MovesBoxes>;
  readonly framesABlock: number;
  /** The rays that it casts. */
  readonly share: Share;
  /** The only kind of scenario that it takes part in, if it is not good for all. */
  readonly only?: Scenario['kind'];
}

const oneRayIn = (of: number): Share => ({ run: 1, of });

const contenders: Contender[] = [
  {
    name: 'slabtree',
    create: (scene) => new MovingSlabtree(scene),
    framesABlock: MANY_FRAMES,
    share: oneRayIn(1),
  },
  {
    name: 'slabtree, js',
    create: (scene) => new MovingSlabtree(scene, { backend: 'js' }),
    framesABlock: FEW_FRAMES,
    share: oneRayIn(1),
  },
  {
    name: 'rapier3d-simd',
    create: (scene) => new MovingRapier(scene),
    framesABlock: FEW_FRAMES,
    share: oneRayIn(10),
    roundsToFloat32: true,
  },
  {
    name: 'rapier3d-simd, removed and added',
    create: (scene) => new ExchangingRapier(scene),
    framesABlock: FEW_FRAMES,
    share: oneRayIn(10),
    roundsToFloat32: true,
    only: 'far',
  },
  {
    name: 'three-mesh-bvh, refit',
    create: (scene) => new MovingThreeMeshBvh(scene),
    framesABlock: FEW_FRAMES,
    share: oneRayIn(10),
    only: 'near',
  },
  ...[
    { name: 'bvh.js', margin: 0 },
    { name: 'bvh.js, margin of a step', margin: SMALL_STEP },
    { name: 'bvh.js, margin of three steps', margin: 3 * SMALL_STEP },
  ].map(({ name, margin }) => ({
    name,
    create: (scene: Scene) => new MovingBvhJs(scene, margin),
    framesABlock: FEW_FRAMES,
    share: oneRayIn(10),
    roundsToFloat32: true,
    ...(margin > 0 && { only: 'near' as const }),
  })),
];

const MOVE = 'us a move';
const FRAME = 'ms a frame';
const MOST = '99 of 100 frames, ms';
const SLOWEST = 'slowest frame, ms';
const QUALITY = 'casts / new tree';
const CASTS = 'casts then, Mray/s';

export function measureMoving(scenario: Scenario, boxes: number): Result {
  const entrants = contenders.filter(({ only = scenario.kind }) => only === scenario.kind);
  const runs = entrants.map((contender) => new Run(contender, scenario, boxes));
  for (const run of runs) {
    run.goOn(WARM_UP);
    run.compareAnswers();
  }
  const [own] = runs;
  const qualities: number[] = [];
  for (let block = 1; block <= BLOCKS; block++) {
    for (const run of runs) {
      collectGarbage();
      const isLong = scenario.kind === 'travel' && run.contender.framesABlock === MANY_FRAMES;
      run.goOn(block * (isLong ? TRAVEL_FRAMES : run.contender.framesABlock) - run.frameTimes.length);
      run.compareAnswers();
      if (run === own) qualities.push(castsBesideNewTree(own));
    }
  }

  const tasks = runs.map((run) => () => {
    run.mover.castRays(run.rays, run.distances);
  });
  const passes = measure(tasks, { rounds: 4, passes: 1, time: 60 });
  const rows: Row[] = runs.map(({ contender, frameTimes, moves, rays }, index) => ({
    contender: contender.name,
    values: {
      [MOVE]: microsecondsEach(frameTimes.slice(WARM_UP), moves),
      [FRAME]: millisecondsEach(frameTimes.slice(WARM_UP), 1),
      [CASTS]: raysPerSecond(passes[index], rays.length / 6),
    },
  }));
  const ownTimes = own.frameTimes.slice(WARM_UP);
  rows[0].values[MOST] = once('ms', quantile(ownTimes, 0.99));
  rows[0].values[SLOWEST] = once('ms', Math.max(...ownTimes));
  rows[0].values[QUALITY] = once('ratio', Math.min(...qualities));

  const [{ name }] = contenders;
  return {
    title: `Moving, ${scenario.name}, ${boxes.toLocaleString('en')} boxes`,
    question: 'moving',
    scene: scenario.name,
    boxes,
    columns: [
      { name: MOVE, baselines: [name] },
      { name: FRAME, baselines: [] },
      { name: MOST, baselines: [] },
      { name: SLOWEST, baselines: [] },
      { name: QUALITY, baselines: [] },
      { name: CASTS, baselines: [name] },
    ],
    rows,
    notes: [
      `${own.moves.toLocaleString('en')} moves a frame; ${own.frameTimes.length} frames of ${name}, ${BLOCKS * FEW_FRAMES} of the others.`,
      `Casts of ${name} / those of a new tree, every ${own.frameTimes.length / BLOCKS} frames: ${qualities.map(formatNumber).join(', ')}.`,
      ...runs.flatMap(({ contender, differing, compared }) =>
        differing === 0 ? [] : [`${differing} of ${compared.toLocaleString('en')} rays differ for ${contender.name}.`],
      ),
    ],
  };
}

/** A contender on its way through the frames. */
class Run {
  readonly mover: MovesBoxes;
  readonly rays: Rays;
  readonly distances: Float64Array;
  /** Milliseconds from the first change until rays find all changes. To work out where boxes go does not count. */
  readonly frameTimes: number[] = [];
  /** Changed boxes in a frame. */
  moves = 0;
  /** The number of rays compared, and how many of them differ from slabtree. */
  compared = 0;
  differing = 0;
  readonly #motion: Motion;
  readonly #isExchange: boolean;

  constructor(
    readonly contender: Contender,
    scenario: Scenario,
    boxes: number,
  ) {
    this.#motion = new Motion(boxes, scenario);
    this.#isExchange = scenario.kind === 'exchange';
    this.mover = contender.create(this.#motion.scene);
    const chosen = raysInShare(RAY_COUNT, contender.share);
    this.rays = pickRays(incoherentRays(this.#motion.scene, RAY_COUNT), chosen);
    this.distances = new Float64Array(chosen.length);
  }

  goOn(frames: number): void {
    for (let frame = 0; frame < frames; frame++) {
      const changes = this.#motion.next();
      const start = performance.now();
      if (this.#isExchange) this.mover.replace(changes);
      else this.mover.move(changes);
      this.frameTimes.push(performance.now() - start);
      this.moves = changes.ids.length;
    }
  }

  /** Compares the distances with a new slabtree scene of the same boxes. For slabtree itself, also compares the ids. */
  compareAnswers(): void {
    const reference = new Float64Array(this.distances.length);
    new SlabtreeArrays(this.#motion.scene).castRays(this.rays, reference);
    this.mover.castRays(this.rays, this.distances);
    this.differing += countDiffering(this.contender, this.distances, reference);
    this.compared += this.distances.length;
    if (this.mover instanceof MovingSlabtree) compareIds(this.mover, this.rays);
  }
}

function compareIds(mover: MovingSlabtree, rays: Rays): void {
  const { scene, idsHere } = mover.buildAnew();
  const anew = scene.raycastMany(rays).ids.map((id) => (id < 0 ? id : idsHere[id]));
  mover.castAll(rays).ids.forEach((id, ray) => {
    if (id === anew[ray]) return;
    throw new Disagreement(`Ray ${ray} hits box ${id}, but in a new tree of the same boxes it hits ${anew[ray]}.`);
  });
}

/** The speed of rays in the tree, as a ratio to a new tree of the same boxes. */
function castsBesideNewTree({ mover, rays }: Run): number {
  if (!(mover instanceof MovingSlabtree)) return NaN;
  const { scene } = mover.buildAnew();
  const tasks = [() => void mover.castAll(rays), () => void scene.raycastMany(rays)];
  const [moved, anew] = measure(tasks, { rounds: 9, passes: 1, time: 20 }).map(median);
  return anew / moved;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1];
}
