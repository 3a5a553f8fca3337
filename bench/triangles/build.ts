import { collectGarbage } from '../collectGarbage';
import { measureClocks, millisecondsEach, once } from '../measure';
import type { Build } from '../peers/meshContender';
import { MeshRapier } from '../peers/meshRapier';
import type { Result } from '../report';
import { type Contender, meshBvhs, objectBvhs, rapier, slabtree, slabtreeJs } from './contenders';
import { createForest, createMeshScene, type MeshKind, type TriangleScene } from './scenes';

/** From the numbers of a mesh to an index that is ready for the first query, and the memory that it takes. */
export function measureTriangleBuild(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  const entrants = [slabtree, slabtreeJs, rapier, ...meshBvhs];
  const result = measureBuilds(scene, entrants, 'bytes a triangle', scene.triangles);
  return { ...result, title: `Build, ${kind}, ${scene.triangles.toLocaleString('en')} triangles` };
}

/** The same for meshes that are placed many times. */
export function measureForestBuild(places: number): Result {
  const result = measureBuilds(createForest(places), [slabtree, slabtreeJs, ...objectBvhs], 'bytes a place', places);
  return { ...result, title: `Build, forest, ${places.toLocaleString('en')} placed meshes`, boxes: places };
}

/** @param bytes the column of the memory, divided by `count`. */
function measureBuilds(
  scene: TriangleScene,
  contenders: readonly Contender<object>[],
  bytes: string,
  count: number,
): Result {
  const time = 'build, ms';
  const cpu = 'build, CPU ms';
  const bytesOf = contenders.map(({ prepare }) => {
    const peer = prepare(scene)();
    const size = 'byteLength' in peer ? Number(peer.byteLength) : null;
    free(peer);
    return size;
  });
  // What the next pass builds from, and what the last one has built.
  const builds: Build<object>[] = [];
  const built: object[] = [];
  const tasks = contenders.map((_, index) => () => {
    built[index] = builds[index]();
  });
  const passes = measureClocks(tasks, {
    rounds: 3,
    passes: 1,
    time: 300,
    setup: () => {
      built.splice(0).forEach(free);
      collectGarbage();
    },
    beforePass: (index) => {
      if (index in built) free(built[index]);
      builds[index] = contenders[index].prepare(scene);
    },
  });
  return {
    title: '',
    question: 'triangles',
    scene: scene.kind,
    boxes: 1,
    triangles: scene.triangles,
    columns: [
      { name: time, baselines: [slabtree.name] },
      { name: cpu, baselines: [slabtree.name] },
      { name: bytes, baselines: [] },
    ],
    rows: contenders.map(({ name }, index) => {
      const total = bytesOf[index];
      const size = total === null ? {} : { [bytes]: once('bytes', total / count) };
      const times = {
        [time]: millisecondsEach(passes.wall[index], 1),
        [cpu]: millisecondsEach(passes.cpu[index], 1),
      };
      return { contender: name, values: { ...times, ...size } };
    }),
    notes: [],
  };
}

/** The garbage collector does the rest. */
function free(peer: object): void {
  if (peer instanceof MeshRapier) peer.free();
}
