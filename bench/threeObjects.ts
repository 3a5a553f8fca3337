import { BoxGeometry, Group, Mesh, MeshBasicMaterial, Scene, SphereGeometry } from 'three';
import { SceneIndex } from 'slabtree/three';
import { collectGarbage } from './collectGarbage';
import { measure, millisecondsEach } from './measure';
import { SMALL_STEP } from './motion';
import { seededRandom } from './random';
import type { Result } from './report';

const GROUP_SIZE = 100;
/** In one of the tasks, one object in so many moves. */
const MOVED_SHARE = 10;

/** Indexes separate meshes in groups, as editors and BIM viewers have them, and follows them, beside three.js's own update. */
export function measureThreeObjects(objects: number): Result {
  const { scene, meshes } = createGroups(objects);
  const index = SceneIndex.from(scene);
  const random = seededRandom(14);
  let frame = 0;
  const contenders = [
    {
      name: 'three updateMatrixWorld',
      task: () => {
        scene.updateMatrixWorld();
      },
    },
    {
      name: 'slabtree update, nothing moved',
      task: () => {
        index.update();
      },
    },
    {
      name: `slabtree update, 1 in ${MOVED_SHARE} moved`,
      task: () => {
        index.update();
      },
    },
  ];
  const [three] = contenders;
  const moved = contenders.length - 1;
  const passes = measure(
    contenders.map(({ task }) => task),
    {
      rounds: 6,
      passes: 10,
      time: 300,
      beforePass: (contender) => {
        if (contender !== moved) return;
        frame++;
        for (let i = frame % MOVED_SHARE; i < objects; i += MOVED_SHARE) {
          meshes[i].position.x += (2 * random() - 1) * SMALL_STEP;
        }
      },
    },
  );
  const [built] = measure([() => SceneIndex.from(scene)], { rounds: 4, passes: 1, time: 1, setup: collectGarbage });
  const column = 'ms';
  return {
    title: `Update, ${objects.toLocaleString('en')} meshes in ${(objects / GROUP_SIZE).toLocaleString('en')} groups`,
    question: 'three',
    scene: 'groups',
    boxes: objects,
    columns: [{ name: column, baselines: [three.name] }],
    rows: [
      ...contenders.map(({ name }, contender) => ({
        contender: name,
        values: { [column]: millisecondsEach(passes[contender], 1) },
      })),
      { contender: 'slabtree SceneIndex.from', values: { [column]: millisecondsEach(built, 1) } },
    ],
    notes: [],
  };
}

function createGroups(objects: number) {
  const random = seededRandom(13);
  const geometries = [new BoxGeometry(1, 1, 1), new SphereGeometry(0.5, 8, 6), new BoxGeometry(2, 1, 0.5)];
  const material = new MeshBasicMaterial();
  const scene = new Scene();
  const meshes: Mesh[] = [];
  while (meshes.length < objects) {
    const group = new Group();
    group.position.set(random() * 1000, random() * 100, random() * 1000);
    scene.add(group);
    for (let i = 0; i < GROUP_SIZE; i++) {
      const mesh = new Mesh(geometries[i % geometries.length], material);
      mesh.position.set(random() * 30, random() * 30, random() * 30);
      mesh.rotation.set(random() * 6, random() * 6, random() * 6);
      group.add(mesh);
      meshes.push(mesh);
    }
  }
  return { scene, meshes };
}
