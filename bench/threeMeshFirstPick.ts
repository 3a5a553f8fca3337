import { join } from 'node:path';
import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { type Clocks, measureClocks, millisecondsEach } from './measure';
import { meshPicks } from './peers/meshPicks';
import { createPointers, type Pointer } from './pointers';
import type { Result } from './report';
import { startProcess } from './startProcess';
import type { FirstPick, FirstPickTimes } from './threeMeshFirstPickProcess';
import { type Form, meshOf } from './triangles/forms';
import { cameraOf, createMeshScene, type MeshKind, type TriangleScene } from './triangles/scenes';

/** New processes for each contender. */
const COLD_ROUNDS = 5;
const PROCESS = join(import.meta.dirname, 'threeMeshFirstPickProcess.ts');

/**
 * Measures the time from one mesh that no contender has read to the first precise pick. Warm: after first picks at other meshes. Cold: as the
 * first thing that a process does, as on a page that was just opened.
 */
export async function measureThreeMeshFirstPick(
  kind: MeshKind,
  triangles: number,
  form: Form = 'indexed',
): Promise<Result> {
  const scene = createMeshScene(kind, triangles);
  const pointer = pointerOver(scene, form);
  const clocks = { warm: measureWarm(scene, form, pointer), cold: await measureCold(scene, form, pointer) };
  const [slabtree] = meshPicks;
  return {
    title: `First pick, one mesh, ${kind}, ${scene.triangles.toLocaleString('en')} triangles, ${form}`,
    question: 'three',
    scene: kind,
    boxes: 1,
    triangles: scene.triangles,
    columns: Object.keys(clocks)
      .flatMap((when) => [`${when}, ms`, `${when}, CPU ms`])
      .map((name) => ({ name, baselines: [slabtree.name] })),
    rows: meshPicks.map(({ name }, i) => ({
      contender: name,
      values: Object.fromEntries(
        Object.entries(clocks).flatMap(([when, { wall, cpu }]) => [
          [`${when}, ms`, millisecondsEach(wall[i], 1)],
          [`${when}, CPU ms`, millisecondsEach(cpu[i], 1)],
        ]),
      ),
    })),
    notes: ['All hit the mesh at the same distance.'],
  };
}

function measureWarm(scene: TriangleScene, form: Form, pointer: Pointer): Clocks {
  const camera = cameraOf(scene);
  const [numbers] = scene.meshes;
  let mesh = meshOf(numbers, form);
  return measureClocks(
    meshPicks.map(({ prepare }) => () => {
      prepare(mesh, camera)(pointer);
    }),
    {
      rounds: 5,
      passes: 2,
      time: 200,
      setup: collectGarbage,
      beforePass: () => {
        mesh = meshOf(numbers, form);
      },
    },
  );
}

async function measureCold(scene: TriangleScene, form: Form, pointer: Pointer): Promise<Clocks> {
  const camera = cameraOf(scene).toJSON();
  const [{ positions, index }] = scene.meshes;
  const wall: number[][] = meshPicks.map(() => []);
  const cpu: number[][] = meshPicks.map(() => []);
  for (let round = 0; round < COLD_ROUNDS; round++) {
    for (const contender of meshPicks.keys()) {
      const message: FirstPick = { contender, numbers: { positions, index }, form, camera, pointer };
      const times = (await startProcess(PROCESS, [], { serialization: 'advanced', message })) as FirstPickTimes;
      wall[contender].push(times.wall);
      cpu[contender].push(times.cpu);
    }
  }
  return { wall, cpu };
}

/** Returns a place over the mesh. The contenders must hit it at the same distance, to a billionth. */
function pointerOver(scene: TriangleScene, form: Form): Pointer {
  const camera = cameraOf(scene);
  const [pick, ...others] = meshPicks.map(({ prepare }) => prepare(meshOf(scene.meshes[0], form), camera));
  const pointer = createPointers(1000, 11).find((each) => pick(each));
  if (pointer === undefined) throw new Error('no pointer is over the mesh');
  const distance = pick(pointer)?.distance ?? NaN;
  const isSame = (other: number) => Math.abs(other - distance) <= 1e-9 * distance;
  if (!others.every((other) => isSame(other(pointer)?.distance ?? NaN)))
    throw new Disagreement('The first picks differ.');
  return pointer;
}
