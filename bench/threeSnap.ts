import { type InstancedMesh, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, TorusKnotGeometry } from 'three';
import { SceneIndex, type SceneSnapOptions } from 'slabtree/three';
import { measure, microsecondsEach } from './measure';
import { instancedBoxes } from './peers/instancedBoxes';
import { canvas, createPointers } from './pointers';
import type { Result } from './report';
import { createScene } from './scenes';

const POINTER_COUNT = 200;
/** Snaps to a knot of a million triangles in front of 100,000 boxes. No other package has a query like it. */
export function measureThreeSnap(): Result {
  const scene = new Scene();
  const knot = new Mesh(new TorusKnotGeometry(2, 0.7, 2000, 250), new MeshBasicMaterial());
  const boxes: InstancedMesh = instancedBoxes(createScene('obb', 100_000));
  boxes.position.z = -200;
  scene.add(knot, boxes);
  const camera = new PerspectiveCamera(50, 1, 0.1, 2000);
  camera.position.z = 9;
  camera.updateMatrixWorld();
  const index = SceneIndex.from(scene);
  const pointers = createPointers(POINTER_COUNT, 5);

  const contenders: { name: string; options: SceneSnapOptions }[] = [
    { name: 'slabtree snap', options: {} },
    { name: 'slabtree snap, edges of 30 degrees', options: { to: 'edge', thresholdAngle: 30 } },
    { name: 'slabtree snap, faces', options: { to: 'face' } },
  ];
  const column = 'us a snap';
  const found = contenders.map(
    ({ options }) => pointers.filter((pointer) => index.snap(pointer, camera, canvas, options) !== null).length,
  );
  const tasks = contenders.map(({ options }) => () => {
    for (const pointer of pointers) index.snap(pointer, camera, canvas, options);
  });
  const passes = measure(tasks, { rounds: 2, passes: 1, time: 200 });
  return {
    title: 'Snap, 1,000,000 triangles in front of 100,000 oriented boxes',
    question: 'three',
    scene: 'obb',
    boxes: 100_000,
    triangles: 1_000_000,
    columns: [{ name: column, baselines: [] }],
    rows: contenders.map(({ name }, i) => ({
      contender: name,
      values: { [column]: microsecondsEach(passes[i], POINTER_COUNT) },
    })),
    notes: [`Of ${POINTER_COUNT} pointers, ${found.join(', ')} find something.`],
  };
}
