import { InstancedMesh2 } from '@three.ez/instanced-mesh';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { instanceIndex, vec3 } from 'three/tsl';
import {
  BatchedMesh,
  type Box3,
  BoxGeometry,
  type CoordinateSystem,
  Frustum,
  InstancedMesh,
  type Intersection,
  LinearSRGBColorSpace,
  Matrix4,
  Mesh,
  MeshBasicNodeMaterial,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  RenderTarget,
  Scene,
  TorusKnotGeometry,
  Vector2,
  Vector3,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
  WebGPURenderer,
} from 'three/webgpu';

/** The program of a page that imports three.js as `three/webgpu` only. */

const SIZE = 64;

/** In the scene, objects are on both sides of the near plane and of the far plane. */
const NEAR = 6;
const FAR = 14;

/** The red of an object or an instance in the picture, from 0 to 255. */
const REDS = { box: 40, knot: 80, instance: 120, batch: 200 };

type Camera = PerspectiveCamera | OrthographicCamera;

export interface WebGPUAnswers {
  readonly backend: 'WebGPU' | 'WebGL';
  /** Answers of the index that differ from the expected ones, at most ten. */
  readonly wrong: readonly string[];
  readonly hits: number;
  readonly culled: number;
  /** The pixels that show an object and are not at its edge. */
  readonly drawn: number;
}

/** Compares the answers of an index with those of `Raycaster` and `Frustum`, and with what the renderer draws. */
export async function compareAnswers(forceWebGL: boolean): Promise<WebGPUAnswers> {
  const wrong: string[] = [];
  const counts = { hits: 0, culled: 0, drawn: 0 };
  const compare = (what: string, found: unknown, expected: unknown): void => {
    const [a, b] = [found, expected].map((value) => JSON.stringify(value));
    if (a !== b && wrong.length < 10) wrong.push(`${what}: ${a}, expected ${b}`);
  };

  const renderer = new WebGPURenderer({ antialias: false, forceWebGL });
  await renderer.init();
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const { scene, boxes } = makeScene();
  const index = SceneIndex.from(scene);
  const [stock, indexed] = [new Raycaster(), new IndexRaycaster(index)];
  const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: SIZE, height: SIZE }) };

  for (const camera of [new PerspectiveCamera(60, 1, NEAR, FAR), new OrthographicCamera(-5, 5, 5, -5, NEAR, FAR)]) {
    camera.position.set(1, 2, 10);
    camera.lookAt(0, 0, 0);
    const redAt = await draw(renderer, scene, camera);
    index.update();
    for (let y = 1; y < SIZE - 1; y += 2) {
      for (let x = 1; x < SIZE - 1; x += 2) {
        const at = `${camera.type}, pixel ${x} ${y}`;
        const pointer = new Vector2((2 * x + 1) / SIZE - 1, 1 - (2 * y + 1) / SIZE);
        stock.setFromCamera(pointer, camera);
        indexed.setFromCamera(pointer, camera);
        const expected = stock.intersectObject(scene, true);
        counts.hits += expected.length;
        compare(`raycast at ${at}`, textOf(index.raycast(stock)), textOf(expected.at(0)));
        compare(`raycastAll at ${at}`, index.raycastAll(stock).map(textOf), expected.map(textOf));
        compare(`IndexRaycaster at ${at}`, indexed.intersectObject(scene, true).map(textOf), expected.map(textOf));
        const seen = expected.find(({ point }) => isBetweenPlanes(point, camera));
        const pick = index.pick({ clientX: x + 0.5, clientY: y + 0.5 }, camera, element, { inView: true });
        compare(`pick in view at ${at}`, textOf(pick), textOf(seen));
        const red = redAt(x, y);
        if (red === null) continue;
        compare(`drawn at ${at}`, redOf(pick), red);
        if (red > 0) counts.drawn++;
      }
    }
    for (const system of [renderer.coordinateSystem, WebGPUCoordinateSystem, WebGLCoordinateSystem]) {
      const frustum = frustumOf(camera, system);
      const expected = [...boxes].filter(([, box]) => frustum.intersectsBox(box)).map(([name]) => name);
      const { inside, crossing } = index.cull(camera);
      const found: string[] = [];
      for (const set of [inside, crossing]) set.forEach(({ name }, instance) => found.push(`${name} ${instance}`));
      compare(`cull of ${camera.type} with coordinate system ${system}`, found.sort(), expected.sort());
      counts.culled += found.length;
    }
  }
  compareSwarm(compare);
  const backend = 'isWebGPUBackend' in renderer.backend ? 'WebGPU' : 'WebGL';
  await renderer.dispose();
  return { backend, wrong, ...counts };
}

/** A scene of meshes, instances and a batch in flat colours, and the box of each of their instances. */
function makeScene(): { scene: Scene; boxes: Map<string, Box3> } {
  const scene = new Scene();
  const [box, knot] = [new BoxGeometry(1, 1, 1), new TorusKnotGeometry(0.4, 0.2, 32, 6)];
  box.computeBoundingBox();
  knot.computeBoundingBox();
  const boxes = new Map<string, Box3>();
  // Coordinates without a pattern that are the same in every run.
  let seed = 1;
  const random = (from: number, to: number): number => {
    seed = (seed * 16807) % 2147483647;
    return from + ((to - from) * seed) / 2147483647;
  };
  const place = (name: string, geometry: BoxGeometry | TorusKnotGeometry): Matrix4 => {
    const matrix = new Matrix4().setPosition(random(-5, 5), random(-5, 5), random(-7, 7));
    if (geometry.boundingBox !== null) boxes.set(name, geometry.boundingBox.clone().applyMatrix4(matrix));
    return matrix;
  };

  for (let i = 0; i < 20; i++) {
    const geometry = i % 2 === 0 ? box : knot;
    const material = flatMaterial(i % 2 === 0 ? REDS.box : REDS.knot);
    const mesh = new Mesh(geometry, material);
    mesh.name = `${i % 2 === 0 ? 'box' : 'knot'} mesh ${i}`;
    mesh.position.setFromMatrixPosition(place(`${mesh.name} 0`, geometry));
    scene.add(mesh);
  }
  // Each instance has a red of its own, by a node that reads its number.
  const material = new MeshBasicNodeMaterial();
  material.colorNode = vec3(1 / 255, 0, 0).mul(instanceIndex.toFloat().add(REDS.instance));
  const instances = new InstancedMesh(box, material, 20);
  instances.name = 'instance';
  for (let i = 0; i < instances.count; i++) instances.setMatrixAt(i, place(`instance ${i}`, box));
  scene.add(instances);

  const batch = new BatchedMesh(20, 2000, 4000, flatMaterial(REDS.batch));
  batch.name = 'batch';
  const parts = [box, knot].map((geometry) => ({ geometry, id: batch.addGeometry(geometry) }));
  for (let i = 0; i < 20; i++) {
    const { geometry, id } = parts[i % 2];
    batch.setMatrixAt(batch.addInstance(id), place(`batch ${i}`, geometry));
  }
  scene.add(batch);
  return { scene, boxes };
}

function flatMaterial(red: number): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial();
  material.colorNode = vec3(red / 255, 0, 0);
  return material;
}

/** Draws a picture. Returns a function that returns the red of a pixel, or null at an edge: there, the graphics card rounds. */
async function draw(
  renderer: WebGPURenderer,
  scene: Scene,
  camera: Camera,
): Promise<(x: number, y: number) => number | null> {
  const target = new RenderTarget(SIZE, SIZE);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const rgba = await renderer.readRenderTargetPixelsAsync(target, 0, 0, SIZE, SIZE);
  renderer.setRenderTarget(null);
  target.dispose();
  // WebGL reads from the bottom row up, and WebGPU from the top row down.
  const isFromTop = 'isWebGPUBackend' in renderer.backend;
  const redAt = (x: number, y: number): number => rgba[4 * ((isFromTop ? y : SIZE - 1 - y) * SIZE + x)];
  return (x, y) => {
    const red = redAt(x, y);
    const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => redAt(x + right, y + down)));
    return around.every((other) => other === red) ? red : null;
  };
}

function redOf(hit: Intersection | null): number {
  if (hit === null) return 0;
  const [kind] = hit.object.name.split(' ') as [keyof typeof REDS];
  return REDS[kind] + (hit.instanceId ?? 0);
}

function isBetweenPlanes(point: Vector3, camera: Camera): boolean {
  const depth = -point.clone().applyMatrix4(camera.matrixWorldInverse).z;
  return depth >= NEAR && depth <= FAR;
}

/** Gives a camera the depths of a coordinate system. Returns what three.js culls with. */
function frustumOf(camera: Camera, system: CoordinateSystem): Frustum {
  camera.coordinateSystem = system;
  camera.updateProjectionMatrix();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new Frustum().setFromProjectionMatrix(matrix, system);
}

/** Compares rays at an object of a package that imports three.js as `three`. That package draws it with the WebGLRenderer only. */
function compareSwarm(compare: (what: string, found: unknown, expected: unknown) => void): void {
  const renderer = {
    getContext: () => ({ createBuffer: () => ({}), bindBuffer: () => undefined, bufferData: () => undefined }),
  };
  const swarm = new InstancedMesh2(new BoxGeometry(1, 1, 1), new MeshBasicNodeMaterial(), {
    capacity: 9,
    renderer: renderer as never,
  });
  swarm.addInstances(9, ({ position }, i) => position.set(2 * (i % 3) - 2, 2 * Math.floor(i / 3) - 2, 0));
  swarm.computeBoundingBox();
  const scene = new Scene().add(swarm);
  const index = SceneIndex.from(scene);
  for (let x = -3; x <= 3; x += 0.4) {
    const raycaster = new Raycaster(new Vector3(x, 2.1, 9), new Vector3(0, 0, -1));
    const expected = raycaster.intersectObject(scene, true).map(textOf);
    compare(`raycastAll of InstancedMesh2 at ${x}`, index.raycastAll(raycaster).map(textOf), expected);
  }
  compare('InstancedMesh2 extends Object3D of three/webgpu', swarm instanceof Object3D, true);
}

function textOf(hit: Intersection | null | undefined): string {
  if (hit === null || hit === undefined) return 'nothing';
  const { object, instanceId, batchId, faceIndex, distance, point, uv } = hit;
  return JSON.stringify([object.name, instanceId, batchId, faceIndex, distance, point.toArray(), uv?.toArray()]);
}
