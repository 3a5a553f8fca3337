import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
} from 'three';
import { SceneIndex, type SceneRaycastOptions } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { seededRandom } from './random';
import type { Result } from './report';

const CANDIDATES = 1000;
const RAY_COUNT = 100;

type Filter = NonNullable<SceneRaycastOptions['filter']>;
type Cast = (raycaster: Raycaster) => Intersection | null | undefined;

interface Row {
  readonly name: string;
  readonly root: Object3D;
  /** Accepts only the last candidate along each ray. */
  readonly filter: Filter;
}

/** Measures rays along which a filter refuses all candidates but the last: boxes in a row, and triangles of one mesh. */
export function measureThreeRefused(): Result {
  const raycasters = createRaycasters();
  const rows = [rowOfBoxes(), rowOfTriangles()];
  const columns = rows.map(({ name }) => `us a ray, ${name}`);
  const names = ['slabtree raycast, filter', 'three Raycaster, filter of its sorted hits'];
  const passes = rows.map((row) => {
    const casts = createCasts(row);
    compareAnswers(casts, raycasters);
    return measure(
      casts.map((cast) => () => {
        for (const raycaster of raycasters) cast(raycaster);
      }),
      { rounds: 5, passes: 1, time: 200 },
    );
  });
  return {
    title: `Ray through ${CANDIDATES.toLocaleString('en')} candidates, the filter accepts the last`,
    question: 'three',
    scene: 'row',
    boxes: CANDIDATES,
    columns: columns.map((name) => ({ name, baselines: [names[0]] })),
    rows: names.map((contender, i) => ({
      contender,
      values: Object.fromEntries(columns.map((column, k) => [column, microsecondsEach(passes[k][i], RAY_COUNT)])),
    })),
    notes: [`The same object, triangle and distance along ${RAY_COUNT} rays, to the last bit.`],
  };
}

function createCasts({ root, filter }: Row): readonly [Cast, Cast] {
  const index = SceneIndex.from(root);
  const options = { precise: true, filter };
  return [
    (raycaster) => index.raycast(raycaster, options),
    (raycaster) =>
      raycaster
        .intersectObject(root)
        .find(({ object, instanceId, faceIndex }) => filter(object, instanceId, faceIndex ?? undefined)),
  ];
}

function rowOfBoxes(): Row {
  const geometry = new BoxGeometry(0.5, 1, 1);
  const material = new MeshBasicMaterial();
  const root = new Group();
  for (let i = 0; i < CANDIDATES; i++) {
    const mesh = new Mesh(geometry, material);
    mesh.position.x = i;
    root.add(mesh);
  }
  root.updateMatrixWorld();
  const last = root.children[CANDIDATES - 1];
  return { name: 'boxes', root, filter: (object) => object === last };
}

/** All triangles face the origins of the rays. */
function rowOfTriangles(): Row {
  const positions = new Float32Array(9 * CANDIDATES);
  for (let i = 0; i < CANDIDATES; i++) positions.set([i, -1, -1, i, -1, 3, i, 3, -1], 9 * i);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  const root = new Mesh(geometry, new MeshBasicMaterial());
  root.updateMatrixWorld();
  return { name: 'triangles of one mesh', root, filter: (_, __, faceIndex) => faceIndex === CANDIDATES - 1 };
}

/** Rays along x, through all boxes and all triangles. */
function createRaycasters(): Raycaster[] {
  const random = seededRandom(17);
  return Array.from({ length: RAY_COUNT }, () => {
    const raycaster = new Raycaster();
    raycaster.ray.origin.set(-10, 0.9 * random() - 0.45, 0.9 * random() - 0.45);
    raycaster.ray.direction.set(1, 0, 0);
    return raycaster;
  });
}

function compareAnswers([cast, peer]: readonly [Cast, Cast], raycasters: readonly Raycaster[]): void {
  for (const raycaster of raycasters) {
    const [found, expected] = [cast(raycaster), peer(raycaster)];
    if (!found || !expected) throw new Disagreement('A ray does not hit the last candidate.');
    const isSame = found.object === expected.object && found.faceIndex === expected.faceIndex;
    if (!isSame || found.distance !== expected.distance)
      throw new Disagreement('A hit differs from the hit of three.js.');
  }
}
