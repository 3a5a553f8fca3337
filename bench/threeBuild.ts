import { Group, Mesh, MeshBasicMaterial, Raycaster, SphereGeometry, Vector3 } from 'three';
import { MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { collectGarbage } from './collectGarbage';
import { measureClocks, millisecondsEach } from './measure';
import { instancedBoxes } from './peers/instancedBoxes';
import { seededRandom } from './random';
import type { Result } from './report';
import { createScene } from './scenes';

/** From separate meshes to the first precise hit, or to the trees without a hit: each mesh has a geometry of its own. */
export function measureThreeFirstPick(count: number): Result {
  const random = seededRandom(41);
  const material = new MeshBasicMaterial();
  const root = new Group();
  const meshes: Mesh[] = [];
  for (let i = 0; i < count; i++) {
    const mesh = new Mesh(new SphereGeometry(1, 12, 8), material);
    mesh.position
      .set(random(), random(), random())
      .subScalar(0.5)
      .multiplyScalar(4 * Math.cbrt(count));
    root.add(mesh);
    meshes.push(mesh);
  }
  root.updateMatrixWorld();
  const raycaster = new Raycaster(new Vector3(0, 0, -10 * Math.cbrt(count)), new Vector3(0, 0, 1));
  const names = [
    'slabtree SceneIndex.from, first precise hit',
    'three-mesh-bvh ObjectBVH, without trees a geometry',
    'three-mesh-bvh ObjectBVH, with trees a geometry',
  ];
  const builds = [
    () => SceneIndex.from(root).raycast(raycaster),
    () => new ObjectBVH(meshes),
    () => {
      for (const { geometry } of meshes) geometry.boundsTree = new MeshBVH(geometry, { strategy: SAH });
      return new ObjectBVH(meshes);
    },
  ];
  const tasks = builds.map((build) => () => {
    build();
  });
  // The first pass is cold: the code of no contender has run before.
  const cold = tasks.map((task) => {
    collectGarbage();
    const start = performance.now();
    task();
    return performance.now() - start;
  });
  const warm = measureClocks(tasks, { rounds: 6, passes: 1, time: 300, setup: collectGarbage });
  return {
    title: `Index and first pick, ${count.toLocaleString('en')} separate meshes of 168 triangles`,
    question: 'three',
    scene: 'meshes',
    boxes: count,
    columns: ['ms', 'CPU ms'].map((name) => ({ name, baselines: [names[0]] })),
    rows: names.map((contender, i) => ({
      contender,
      values: { ms: millisecondsEach(warm.wall[i], 1), 'CPU ms': millisecondsEach(warm.cpu[i], 1) },
    })),
    notes: [`The first time in the process, in ms: ${cold.map((time) => Math.round(time)).join(', ')}.`],
  };
}

/** From an InstancedMesh to an index that is ready for the first pick. */
export function measureThreeBuild(boxes: number): Result {
  const scene = createScene('obb', boxes);
  const mesh = instancedBoxes(scene);
  const contenders = [
    { name: 'slabtree SceneIndex.from', build: () => SceneIndex.from(mesh) },
    { name: 'slabtree SceneIndex.from, js', build: () => SceneIndex.from(mesh, { backend: 'js' }) },
    { name: 'three-mesh-bvh ObjectBVH', build: () => new ObjectBVH(mesh) },
  ];
  const [slabtree] = contenders;
  const tasks = contenders.map(({ build }) => () => {
    build();
  });
  // Garbage is collected between contenders, so that none pays for that of another.
  const passes = measureClocks(tasks, { rounds: 6, passes: 1, time: 300, setup: collectGarbage });
  return {
    title: `Build, InstancedMesh, ${boxes.toLocaleString('en')} oriented boxes`,
    question: 'three',
    scene: scene.kind,
    boxes,
    columns: ['ms', 'CPU ms'].map((name) => ({ name, baselines: [slabtree.name] })),
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { ms: millisecondsEach(passes.wall[index], 1), 'CPU ms': millisecondsEach(passes.cpu[index], 1) },
    })),
    notes: [],
  };
}
