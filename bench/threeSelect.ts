import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import { canvas, SIZE } from './pointers';
import type { Result } from './report';
import { createGroups } from './threeObjects';

/** A rectangle around all of the picture. Its planes are those of the view. */
const whole = { from: { clientX: 0, clientY: 0 }, to: { clientX: SIZE, clientY: SIZE } };

const lasso = {
  points: Array.from({ length: 100 }, (_, i) => {
    const angle = (i * Math.PI) / 50;
    const radius = (0.3 + 0.1 * Math.sin(5 * angle)) * SIZE;
    return { clientX: SIZE / 2 + radius * Math.cos(angle), clientY: SIZE / 2 + radius * Math.sin(angle) };
  }),
};

/** Selects separate meshes by a rectangle over all that the camera sees, beside culling them. */
export function measureThreeSelect(objects: number): Result {
  const { scene } = createGroups(objects);
  const index = SceneIndex.from(scene);
  const camera = cameraOver(new Box3().setFromObject(scene));
  const contenders = [
    {
      name: 'slabtree cull',
      count: () => {
        const { inside, crossing } = index.cull(camera);
        return inside.size + crossing.size;
      },
    },
    { name: 'slabtree select, crossing', count: () => index.select(whole, camera, canvas).size },
    { name: 'slabtree select, window', count: () => index.select(whole, camera, canvas, { mode: 'window' }).size },
    { name: 'slabtree select, precise', count: () => index.select(whole, camera, canvas, { precise: true }).size },
    { name: 'slabtree select, a lasso of 100 points', count: () => index.select(lasso, camera, canvas).size },
  ];
  const [culled, crossing, window, precise] = contenders.map(({ count }) => count());
  if (!(culled >= crossing && crossing >= precise && precise >= window)) {
    throw new Disagreement(`a cull finds ${culled}, and selections ${crossing}, ${precise} and ${window}.`);
  }
  const column = 'ms';
  const tasks = contenders.map(({ count }) => () => {
    count();
  });
  const passes = measure(tasks, { rounds: 6, passes: 1, time: 200 });
  return {
    title: `Select, ${objects.toLocaleString('en')} meshes in groups`,
    question: 'three',
    scene: 'groups',
    boxes: objects,
    columns: [{ name: column, baselines: [contenders[0].name] }],
    rows: contenders.map(({ name }, contender) => ({
      contender: name,
      values: { [column]: millisecondsEach(passes[contender], 1) },
    })),
    notes: [
      `${crossing.toLocaleString('en')} of the meshes are selected, ${window.toLocaleString('en')} of them wholly.`,
    ],
  };
}

/** Looks into a scene from one side, so that some of it is outside the view. */
function cameraOver(bounds: Box3): PerspectiveCamera {
  const middle = bounds.getCenter(new Vector3());
  const size = bounds.getSize(new Vector3()).length();
  const camera = new PerspectiveCamera(50, 1, size / 1000, 2 * size);
  camera.position.set(middle.x + size / 4, middle.y + size / 4, middle.z + size / 2);
  camera.lookAt(middle);
  camera.updateMatrixWorld();
  return camera;
}
