import type { Result } from './report';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { meshPicks, type Pick } from './peers/meshPicks';
import { createPointers, type Pointer } from './pointers';
import { meshOf } from './triangles/forms';
import { cameraOf, createMeshScene, type MeshKind } from './triangles/scenes';

const POINTER_COUNT = 2000;

/** What is under the pointer in one mesh. threeMeshFirstPick.ts measures how long the first answer takes. */
export function measureThreeMesh(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  const camera = cameraOf(scene);
  const pointers = createPointers(POINTER_COUNT, 11);
  const picks = meshPicks.map(({ prepare }) => prepare(meshOf(scene.meshes[0]), camera));
  compareAnswers(picks, pointers);
  const passes = measure(
    picks.map((pick) => () => {
      for (const pointer of pointers) pick(pointer);
    }),
    { rounds: 6, passes: 1, time: 200 },
  );
  const column = 'us a pick';
  return {
    title: `Pick, one mesh, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`,
    question: 'three',
    scene: kind,
    boxes: 1,
    columns: [{ name: column, baselines: [meshPicks[0].name] }],
    rows: meshPicks.map(({ name }, i) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[i], POINTER_COUNT) },
    })),
    notes: [],
  };
}

/** All must hit the same, at the same distance to a billionth: three-mesh-bvh rounds in its own way. */
function compareAnswers([first, ...others]: readonly Pick[], pointers: readonly Pointer[]): void {
  let differing = 0;
  for (const pointer of pointers) {
    const distance = first(pointer)?.distance ?? -1;
    const isOff = (other: Pick) => Math.abs((other(pointer)?.distance ?? -1) - distance) > 1e-9 * Math.abs(distance);
    if (others.some(isOff)) differing++;
  }
  if (differing > pointers.length / 1000) throw new Disagreement(`${differing} of ${pointers.length} picks differ.`);
}
