import { Group, Mesh, MeshBasicMaterial, Raycaster, SphereGeometry, Vector3 } from 'three';
import { type Backend, BoxScene } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { makeCreature, swim } from '../examples/skeleton/creature';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { measureClocks, millisecondsEach, once } from './measure';
import { seededRandom } from './random';
import { coherentRays, incoherentRays, type Rays } from './rays';
import type { Result } from './report';
import { createScene } from './scenes';
import { terrain } from './triangles/shapes';

/** What each backend does many times. It returns a number that sums up its answers: both backends must return the same. */
type Task = () => number;

/**
 * Measures the kernel beside JavaScript, operation by operation. src/kernel/README.md names the files that serve each:
 * see bench/figures/twins.ts.
 */
export function measureTwins(boxes: number, triangles: number): Result {
  const kernel = tasksOf('wasm', boxes, triangles);
  const js = tasksOf('js', boxes, triangles);
  const rows = Object.keys(kernel).map((operation) => {
    const tasks = [kernel[operation], js[operation]];
    const [answer, expected] = tasks.map((task) => task());
    if (answer !== expected)
      throw new Disagreement(
        `${operation}: the kernel's answers add up to ${answer}, those of JavaScript to ${expected}.`,
      );
    const passes = measureClocks(tasks, { rounds: 4, passes: 3, time: 60, setup: collectGarbage }).cpu;
    const [byKernel, byJs] = passes.map((times) => millisecondsEach(times, 1));
    return {
      contender: operation,
      values: {
        'kernel, ms': byKernel,
        'JavaScript, ms': byJs,
        'times as fast': once('ratio', byJs.best / byKernel.best),
      },
    };
  });
  return {
    title: `Kernel and JavaScript, ${boxes.toLocaleString('en')} boxes, ${triangles.toLocaleString('en')} triangles`,
    question: 'twins',
    scene: 'uniform',
    boxes,
    triangles,
    columns: Object.keys(rows[0].values).map((name) => ({ name, baselines: [] })),
    rows,
    notes: ['Both backends have given the same answers. Processor time. `times as fast` compares the best passes.'],
  };
}

/** Returns the operations by name, for one backend. Each has scenes of its own, or leaves a shared scene as it was. */
function tasksOf(backend: Backend, boxes: number, triangles: number): Record<string, Task> {
  return { ...boxTasks(backend, boxes), ...meshTasks(backend, triangles), ...threeTasks(backend) };
}

function boxTasks(backend: Backend, count: number): Record<string, Task> {
  const uniform = createScene('uniform', count);
  const { bounds, width } = uniform;
  const matrices = createScene('obb', count).matrices ?? new Float32Array(0);
  const cube = { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } };
  const sceneOf = (numbers: Float32Array): BoxScene => {
    const scene = new BoxScene({ backend });
    scene.addAabbs(numbers);
    scene.commit();
    return scene;
  };
  const turnedScene = (): BoxScene => {
    const scene = new BoxScene({ backend });
    scene.addObbs(cube, matrices);
    scene.commit();
    return scene;
  };
  const scene = sceneOf(bounds);
  const turned = turnedScene();
  const few = Math.min(1000, count);
  const repeated = sceneOf(repeat(bounds.subarray(0, 6 * few), Math.floor(count / few)));
  const moving = sceneOf(bounds);
  const growing = sceneOf(bounds);
  const file = scene.serialize();
  const incoherent = incoherentRays(uniform, 20_000);
  const coherent = coherentRays(uniform, 20_000);
  const single = raysOf(incoherent.subarray(0, 6 * 2000));
  const points = pointsIn(width, 1000);
  const places = [bounds.map((x) => x + 0.1), bounds];
  let pass = 0;
  return {
    'build, axis-aligned boxes': () => sceneOf(bounds).size,
    'build, oriented boxes': () => turnedScene().size,
    'refit after all boxes have moved': () => {
      moving.setAabbs(0, places[pass++ % 2]);
      moving.commit();
      return moving.size;
    },
    'insert and remove boxes': () => {
      const added = growing.addAabbs(bounds.subarray(0, 6 * few));
      growing.commit();
      for (let id = added; id < added + few; id++) growing.remove(id);
      growing.commit();
      return growing.size;
    },
    raycast: () => sum(single, (ray) => scene.raycast(ray)?.t),
    raycastAny: () => sum(single, (ray) => Number(scene.raycastAny(ray))),
    'raycastMany, incoherent': () => sum(scene.raycastMany(incoherent).ids),
    'raycastMany, coherent': () => sum(scene.raycastMany(coherent).ids),
    'raycastMany, oriented boxes': () => sum(turned.raycastMany(incoherent).ids),
    'raycastMany, runs of duplicates': () => sum(repeated.raycastMany(incoherent).ids),
    'raycast with a filter': () => sum(single, (ray) => scene.raycast(ray, { filter: (id) => id % 2 === 0 })?.t),
    raycastAll: () => sum(single, (ray) => scene.raycastAll(ray).length),
    'sweep of a sphere': () =>
      sum(points, (center) => scene.sweep({ center, radius: 1 }, { x: width / 4, y: 0.2 * width, z: 3 })?.t),
    nearest: () => sum(points, (point) => scene.nearest(point)[0].distance),
    'overlap of a box': () =>
      sum(points, ({ x, y, z }) => scene.overlap({ min: { x: x - 9, y: y - 9, z: z - 9 }, max: { x, y, z } }).size),
    'overlap of a sphere': () => sum(points, (center) => scene.overlap({ center, radius: 9 }).size),
    'overlap of an oriented box': () =>
      sum(points, (center) => turned.overlap({ ...cube, matrix: turnedBy(center) }).size),
    'split by a plane': () => sum(offsets(width), (constant) => scene.split({ ...slope, constant }).front.size),
    'cull by planes': () =>
      sum(
        offsets(width),
        (constant) =>
          scene.cull([
            { ...slope, constant },
            { ...level, constant },
          ]).inside.size,
      ),
    pairs: () => scene.pairs().size,
    'read a file': () => BoxScene.deserialize(file, { backend }).size,
    statistics: () => scene.statistics().sahCost,
  };
}

function meshTasks(backend: Backend, triangles: number): Record<string, Task> {
  const { positions, index } = terrain(triangles);
  const moved = positions.map((x, at) => (at % 3 === 2 ? x + Math.sin(at) : x));
  const placed = () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(positions, index);
    scene.addInstance(mesh);
    scene.commit();
    return { scene, mesh };
  };
  const { scene } = placed();
  const bent = placed();
  const file = scene.serialize();
  const depth = Math.sqrt(triangles / 4);
  const above = pointsIn(depth, 1000).map(({ x, y }) => ({ x, y, z: 200 }));
  const rays = new Float32Array(6 * 20_000);
  const random = seededRandom(31);
  for (let at = 0; at < rays.length; at += 6)
    rays.set([random() * depth, random() * depth, 200, random() - 0.5, random() - 0.5, -1], at);
  let pass = 0;
  return {
    'build a mesh': () => placed().scene.size,
    'refit a mesh': () => {
      bent.scene.setPositions(bent.mesh, pass++ % 2 === 0 ? moved : positions);
      bent.scene.commit();
      return bent.scene.size;
    },
    'raycastMany, mesh': () => sum(scene.raycastMany(rays, { triangles: true }).triangles),
    'raycast, mesh': () => sum(raysOf(rays.subarray(0, 6 * 2000)), (ray) => scene.raycast(ray)?.t),
    'nearest, mesh': () => sum(above.slice(0, 100), (point) => scene.nearest({ ...point, z: 40 })[0].distance),
    'sweep of a sphere, mesh': () =>
      sum(above, (center) => scene.sweep({ center, radius: 0.5 }, { x: 9, y: 5, z: -200 })?.t),
    'read a file, mesh': () => BoxScene.deserialize(file, { backend }).size,
  };
}

/** Triangles that three.js would test: the skinned vertices of a pose, and precise rays at the meshes of a graph. */
function threeTasks(backend: Backend): Record<string, Task> {
  const creature = makeCreature(50_000, 30);
  const posed = SceneIndex.from(creature, { backend });
  let time = 0;
  const graph = new Group();
  const sphere = new SphereGeometry(1, 32, 24);
  for (const { x, y, z } of pointsIn(60, 2000)) {
    const mesh = new Mesh(sphere, new MeshBasicMaterial());
    mesh.position.set(x, y, z);
    graph.add(mesh);
  }
  const index = SceneIndex.from(graph, { backend });
  const raycaster = new Raycaster();
  const random = seededRandom(32);
  const aims = pointsIn(60, 1000).map((origin) => ({
    origin: new Vector3(origin.x, origin.y, origin.z),
    direction: new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize(),
  }));
  return {
    'pose a skinned mesh': () => {
      swim(creature, (time += 1 / 60));
      creature.updateMatrixWorld();
      posed.update();
      posed.pose(creature);
      return 0;
    },
    'precise rays in three.js': () =>
      sum(aims, ({ origin, direction }) => {
        raycaster.set(origin, direction);
        return index.raycast(raycaster)?.distance;
      }),
  };
}

const slope = { normal: { x: 1, y: 0.3, z: 0.1 } };
const level = { normal: { x: 0, y: 0.2, z: -1 } };

/** The constants of planes through the middle part of a scene. */
function offsets(width: number): number[] {
  return Array.from({ length: 100 }, (_, step) => -width * (0.4 + 0.005 * step));
}

function sum<T>(items: Iterable<T>, of: (item: T) => number | undefined = Number): number {
  let total = 0;
  for (const item of items) total += of(item) ?? 0;
  return total;
}

function repeat(numbers: Float32Array, times: number): Float32Array {
  const repeated = new Float32Array(numbers.length * times);
  for (let box = 0; box < numbers.length; box += 6)
    for (let time = 0; time < times; time++) repeated.set(numbers.subarray(box, box + 6), box * times + 6 * time);
  return repeated;
}

function raysOf(numbers: Rays) {
  return Array.from({ length: numbers.length / 6 }, (_, ray) => {
    const [x, y, z, u, v, w] = numbers.subarray(6 * ray, 6 * ray + 6);
    return { origin: { x, y, z }, direction: { x: u, y: v, z: w } };
  });
}

function pointsIn(width: number, count: number) {
  const random = seededRandom(30);
  return Array.from({ length: count }, () => ({ x: random() * width, y: random() * width, z: random() * width }));
}

/** A cube of side 12, turned by 45 degrees about the z axis. */
function turnedBy({ x, y, z }: { x: number; y: number; z: number }): number[] {
  const side = 6 * Math.SQRT1_2;
  return [side, side, 0, 0, -side, side, 0, 0, 0, 0, 6, 0, x, y, z, 1];
}
