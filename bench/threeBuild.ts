import { ObjectBVH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { collectGarbage } from './collectGarbage';
import { measure, millisecondsEach } from './measure';
import { instancedBoxes } from './peers/instancedBoxes';
import type { Result } from './report';
import { createScene } from './scenes';

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
  const column = 'ms';
  const tasks = contenders.map(({ build }) => () => {
    build();
  });
  // Garbage is collected between contenders, so that none pays for that of another.
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 300, setup: collectGarbage });
  return {
    title: `Build, InstancedMesh, ${boxes.toLocaleString('en')} oriented boxes`,
    question: 'three',
    scene: scene.kind,
    boxes,
    columns: [{ name: column, baselines: [slabtree.name] }],
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[index], 1) },
    })),
    notes: [],
  };
}
