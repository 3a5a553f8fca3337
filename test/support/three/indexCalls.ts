import type { Sphere, Vec3 } from 'slabtree';
import {
  BoxGeometry,
  DirectionalLight,
  InstancedMesh,
  Layers,
  LOD,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
} from 'three';
import {
  IndexRaycaster,
  type PageElement,
  type PagePointer,
  type RayPool,
  sceneFrom,
  SceneIndex,
  SceneIndexHelper,
  type SceneView,
  selectionPlanes,
  type SelectionRectangle,
  VisibleInstances,
} from 'slabtree/three';
import { plane, type PublicCall } from '../publicCalls';
import { cubeAt, rayAt, rootOf } from './cubes';

/** An object of {@link index}. */
export const cube = cubeAt(0, 0);
const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2);
instances.position.x = 5;
const root = rootOf(cube, instances);
export const index = SceneIndex.from(root, { autoPose: true });
const camera = new PerspectiveCamera(50, 1, 0.1, 100);
camera.position.z = 10;
camera.updateMatrixWorld();
const light = new DirectionalLight();
light.castShadow = true;

/** Like an element of a page: it may be asked again. */
class Canvas {
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 100, height: 100 };
  }
}
const element = new Canvas();
const event = { clientX: 50, clientY: 50 };
const rectangle = { from: { clientX: 10, clientY: 10 }, to: { clientX: 90, clientY: 80 } };
const made = {
  autoUpdate: false,
  autoPose: true,
  clipping: null,
  boundsOf: () => undefined,
  backend: 'js',
};
const nearby = { filter: () => true, within: cube, layers: new Layers() };
const graph = sceneFrom(root);
const manyRays = Float64Array.of(0, 0, 10, 0, 0, -1, 5, 0, 10, 0, 0, -1);
const castAtTriangles: RayPool['raycastMany'] = (rays, options) =>
  Promise.resolve(index.triangles.raycastMany(rays, options));
const narrowed = { filter: () => true, within: cube, clipping: null };

/** Calls of all functions of slabtree/three that take arguments. */
export const indexCalls: PublicCall[] = [
  [
    'SceneIndex.from',
    [root, { ...made, shared: false }],
    (of: Object3D, options: object) => contentOf(SceneIndex.from(of, options)),
  ],
  [
    'SceneIndex.fromAsync',
    [root, { ...made, onProgress: () => undefined }],
    async (of: Object3D, options: object) => contentOf(await SceneIndex.fromAsync(of, options)),
  ],
  [
    'SceneIndex.pose',
    [cube],
    (object: Object3D) => {
      index.pose(object);
    },
  ],
  [
    'SceneIndex.markDirty',
    [instances, 1],
    (object: Object3D, instance: number) => {
      index.markDirty(object, instance);
    },
  ],
  ['SceneIndex.at', [1], (id: number) => index.at(id)],
  ...[false, true].flatMap((precise): PublicCall[] => [
    [
      `SceneIndex.raycast with precise ${precise}`,
      [rayAt(0, 0), { ...narrowed, precise }],
      (raycaster: Raycaster, options: object) => index.raycast(raycaster, options),
    ],
    [
      `SceneIndex.raycastAny with precise ${precise}`,
      [rayAt(0, 0), { ...narrowed, precise }],
      (raycaster: Raycaster, options: object) => index.raycastAny(raycaster, options),
    ],
    [
      `SceneIndex.raycastAll with precise ${precise}`,
      [rayAt(0, 0), { ...narrowed, precise }],
      (raycaster: Raycaster, options: object) => index.raycastAll(raycaster, options),
    ],
    [
      `SceneIndex.pick with precise ${precise}`,
      [event, camera, element, { ...narrowed, precise, raycaster: new Raycaster(), inView: true }],
      (...given: [PagePointer, PerspectiveCamera, PageElement, object]) => index.pick(...given),
    ],
    [
      `SceneIndex.select with precise ${precise}`,
      [rectangle, camera, element, { ...narrowed, precise, mode: 'window', seenOnly: true, step: 10, params: {} }],
      (...given: [SelectionRectangle, PerspectiveCamera, PageElement, object]) => index.select(...given).toArray(),
    ],
    [
      `SceneIndex.overlap with precise ${precise}`,
      [
        { center: { x: 0.5, y: 0, z: 0 }, radius: 1 },
        { ...nearby, precise },
      ],
      (shape: Sphere, options: object) => index.overlap(shape, options),
    ],
    [
      `SceneIndex.nearest with precise ${precise}`,
      [
        { x: 2, y: 0, z: 0 },
        { ...nearby, precise, count: 2, maxDistance: 100 },
      ],
      (point: Vec3, options: object) => index.nearest(point, options),
    ],
  ]),
  [
    'SceneIndex.select with a lasso',
    [{ points: [rectangle.from, rectangle.to, { clientX: 10, clientY: 90 }] }, camera, element],
    (...given: [{ points: PagePointer[] }, PerspectiveCamera, PageElement]) => index.select(...given).toArray(),
  ],
  [
    'SceneIndex.snap',
    [event, camera, element, { ...narrowed, radius: 40, to: ['vertex', 'edge'], thresholdAngle: 2 }],
    (...given: [PagePointer, PerspectiveCamera, PageElement, object]) => index.snap(...given),
  ],
  [
    'SceneIndex.cull',
    [camera, { shadows: light }],
    (...given: [PerspectiveCamera, object]) => index.cull(...given).inside.toArray(),
  ],
  [
    'SceneIndex.raycastMany',
    [manyRays, { tMin: 0, tMax: 50, side: 'both', layers: new Layers() }],
    (rays: Float64Array, options: object) => index.raycastMany(rays, options),
  ],
  [
    'SceneIndex.raycastManyAsync',
    [manyRays, { raycastMany: castAtTriangles }, { tMin: 0, tMax: 50, side: 'both', layers: new Layers() }],
    (...given: [Float64Array, RayPool, object]) => index.raycastManyAsync(...given),
  ],
  [
    'sceneFrom',
    [root, { boundsOf: () => undefined, backend: 'js', shared: false }],
    (of: Object3D, options: object) => Buffer.from(sceneFrom(of, options).scene.serialize()),
  ],
  ['GraphScene.at', [1], (id: number) => graph.at(id).object.uuid],
  ['GraphScene.faceIndex', [1, 2], (id: number, triangle: number) => graph.faceIndex(id, triangle)],
  ['SceneIndex.split', [plane], (given: typeof plane) => index.split(given).front.toArray()],
  [
    'selectionPlanes',
    [rectangle, camera, element],
    (...given: [SelectionRectangle, PerspectiveCamera, PageElement]) => selectionPlanes(...given),
  ],
  ['new IndexRaycaster', [index], (of: SceneIndex) => new IndexRaycaster(of).index],
  [
    'IndexRaycaster.install',
    [new Raycaster(), index],
    (raycaster: Raycaster, of: SceneIndex) => {
      const { raycaster: indexed, uninstall } = IndexRaycaster.install(raycaster, of);
      uninstall();
      return [indexed === raycaster, 'hitObjects' in raycaster];
    },
  ],
  [
    'new SceneIndexHelper',
    [index, { depth: 0 }],
    (...given: [SceneIndex, object]) => new SceneIndexHelper(...given).depth,
  ],
  [
    'new VisibleInstances',
    [instances, { sort: true, levels: new LOD().addLevel(cube.clone(), 5) }],
    (...given: [InstancedMesh, object]) => new VisibleInstances(...given).children.length,
  ],
  [
    'VisibleInstances.write',
    // The sets of an index that no test changes.
    [{ ...SceneIndex.from(root).cull(camera) }],
    (view: SceneView) => {
      const visible = new VisibleInstances(instances).write(view);
      visible.dispose();
      return visible.count;
    },
  ],
];

function contentOf({ autoUpdate, autoPose, boxes }: SceneIndex): unknown {
  return [autoUpdate, autoPose, boxes.backend, Buffer.from(boxes.serialize())];
}
