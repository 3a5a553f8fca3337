import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { closestOf } from './closestOf';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { once } from './measure';
import type { Result } from './report';

const TRIANGLES = 12;
/** slabtree builds the tree of so small a geometry after some rays. */
const RAYS_EACH = 20;
/** The distance between neighbouring meshes. */
const STEP = 2;

type Cast = (raycaster: Raycaster) => Intersection | null | undefined;

interface Contender {
  readonly name: string;
  /** Everything is ready only after the first ray at each geometry. */
  readonly prepare: (root: Group) => Cast;
}

const contenders: readonly Contender[] = [
  {
    name: 'slabtree raycast, precise',
    prepare: (root) => {
      const index = SceneIndex.from(root);
      return (raycaster) => index.raycast(raycaster, { precise: true });
    },
  },
  {
    name: 'three-mesh-bvh ObjectBVH, first hit only',
    prepare: (root) => {
      for (const mesh of meshesIn(root)) {
        mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { strategy: SAH });
        mesh.raycast = acceleratedRaycast;
      }
      const bvh = new ObjectBVH(root, { strategy: SAH });
      return (raycaster) => closestOf(bvh.raycast(raycaster));
    },
  },
];

/**
 * Measures the first ray at each of many small geometries, and the memory that is then in use. Then the same for more rays at each, after
 * which all trees are there.
 */
export function measureThreeManyGeometries(count: number): Result {
  const [slabtree] = contenders;
  // A small run first, so that neither compilation nor the first WebAssembly module counts.
  for (const contender of contenders) run(contender, Math.min(count, 1000));
  const runs = contenders.map((contender) => run(contender, count));
  const columns = ['index, ms', 'first rays, ms', 'bytes a geometry', `${RAYS_EACH} rays each, ms`, 'bytes after them'];
  return {
    title: `First ray at each of ${count.toLocaleString('en')} geometries of ${TRIANGLES} triangles`,
    question: 'three',
    scene: 'geometries',
    boxes: count,
    triangles: TRIANGLES * count,
    columns: columns.map((name) => ({ name, baselines: [slabtree.name] })),
    rows: contenders.map(({ name }, i) => ({
      contender: name,
      values: {
        [columns[0]]: once('ms', runs[i].index),
        [columns[1]]: once('ms', runs[i].rays),
        [columns[2]]: once('bytes', runs[i].bytes / count),
        [columns[3]]: once('ms', runs[i].allRays),
        [columns[4]]: once('bytes', runs[i].bytesAfterAll / count),
      },
    })),
    notes: [
      'Each ray hits its mesh.',
      'The memory is what the process holds after the rays and did not hold before the index. The scene is not counted.',
    ],
  };
}

interface Run {
  readonly index: number;
  readonly rays: number;
  readonly bytes: number;
  readonly allRays: number;
  readonly bytesAfterAll: number;
}

function run({ name, prepare }: Contender, count: number): Run {
  const root = createMeshes(count);
  const raycaster = new Raycaster();
  raycaster.firstHitOnly = true;
  raycaster.ray.direction.set(0, 0, -1);
  // Both contenders would compute these.
  for (const { geometry } of meshesIn(root)) geometry.computeBoundingSphere();
  const before = bytesInUse();
  const start = performance.now();
  const cast = prepare(root);
  const indexed = performance.now();
  let misses = 0;
  const castAtEach = (): number => {
    const begin = performance.now();
    for (const mesh of root.children) {
      raycaster.ray.origin.copy(mesh.position).addScalar(0.1).setZ(10);
      if (cast(raycaster)?.object !== mesh) misses++;
    }
    return performance.now() - begin;
  };
  const rays = castAtEach();
  const bytes = bytesInUse() - before;
  let allRays = rays;
  for (let i = 1; i < RAYS_EACH; i++) allRays += castAtEach();
  const bytesAfterAll = bytesInUse() - before;
  // This use keeps the trees alive until after the last reading.
  const after = cast(raycaster);
  if (misses > 0 || !after) throw new Disagreement(`${misses} of ${count} rays miss their meshes for ${name}.`);
  return { index: indexed - start, rays, bytes, allRays, bytesAfterAll };
}

function meshesIn(root: Group): Mesh[] {
  return root.children.filter((child): child is Mesh => child instanceof Mesh);
}

/** `external` includes array buffers and the memory of WebAssembly. */
function bytesInUse(): number {
  // Finalizers of one collection free what the next one collects.
  for (let i = 0; i < 3; i++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Each mesh has a geometry of its own: 8 vertices, and an index. */
function createMeshes(count: number): Group {
  const box = new BoxGeometry();
  const positions = new Float32Array(24);
  for (let i = 0; i < 24; i++) positions[i] = ((i / 3) >> (2 - (i % 3))) & 1 ? 0.5 : -0.5;
  const cornerOf = (vertex: number) =>
    [0, 1, 2].reduce((sum, axis) => 2 * sum + (box.attributes.position.array[3 * vertex + axis] > 0 ? 1 : 0), 0);
  const index = Uint16Array.from(box.index?.array ?? [], cornerOf);
  const material = new MeshBasicMaterial();
  const root = new Group();
  const columns = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
    geometry.setIndex(new BufferAttribute(index.slice(), 1));
    const mesh = new Mesh(geometry, material);
    mesh.position.set(STEP * (i % columns), STEP * Math.floor(i / columns), 0);
    root.add(mesh);
  }
  root.updateMatrixWorld();
  return root;
}
