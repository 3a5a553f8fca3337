import {
  Layers,
  Matrix4,
  type Mesh,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import type { Random } from '../random';
import { isInstanced, isMesh } from './kinds';
import { type Foreign, isForeign } from './ownBounds';

/**
 * A raycaster as applications make them: from a camera through the pointer, or from anywhere towards an object. Some rays run
 * exactly along the grid or at corners, where rounding shows. Some have a `near`, a `far` or layers.
 */
export function raycasterAmong(random: Random, root: Object3D): Raycaster {
  const camera = cameraAmong(random);
  const raycaster = new Raycaster();
  // Sprites turn to the camera, even for a ray that does not come from it.
  raycaster.camera = camera;
  // Most applications have one threshold.
  if (random.chance(0.5)) {
    raycaster.params.Line.threshold = random.pick([0, 0.05, 0.2, 1]);
    raycaster.params.Points.threshold = random.pick([0.01, 0.05, 0.2, 1]);
  }
  aim(raycaster, random, root, camera);
  if (random.chance(0.2)) raycaster.near = random.pick([0, 1, random.between(0, 12)]);
  if (random.chance(0.2)) raycaster.far = raycaster.near + random.pick([0.5, 4, random.between(0, 12)]);
  if (random.chance(0.2)) raycaster.layers = layersAmong(random);
  return raycaster;
}

export function cameraAmong(random: Random): PerspectiveCamera | OrthographicCamera {
  const camera = random.chance(0.6)
    ? new PerspectiveCamera(random.between(20, 90), random.between(0.5, 2), 0.1, random.pick([10, 100]))
    : new OrthographicCamera(-8, 8, 5, -5, random.pick([0, 0.1, -10]), 60);
  const isOnAxis = random.chance(0.3);
  const from = isOnAxis ? new Vector3().setComponent(random.axis(), random.sign() * 12) : spread(random, 14);
  camera.position.copy(from);
  camera.lookAt(isOnAxis ? new Vector3() : spread(random, 3));
  camera.updateMatrixWorld();
  return camera;
}

/** A camera with settings that few use. */
export function oddCameraAmong(random: Random): PerspectiveCamera | OrthographicCamera {
  const camera = cameraAmong(random);
  if (random.chance(0.3)) camera.layers.enable(random.below(3));
  if (random.chance(0.3)) camera.setViewOffset(800, 400, 100, 50, 300, 300);
  if (random.chance(0.3)) camera.zoom = random.between(0.5, 3);
  if (random.chance(0.3)) camera.coordinateSystem = WebGPUCoordinateSystem;
  if (random.chance(0.3)) Object.assign(camera, { _reversedDepth: true });
  camera.updateProjectionMatrix();
  if (random.chance(0.3)) placeBelow(camera, random);
  return camera;
}

/** Puts a camera below a parent that turns and moves it. three.js casts no rays through what a camera with a scale draws. */
function placeBelow(camera: Object3D, random: Random): void {
  const parent = new Object3D().add(camera);
  parent.rotation.set(...random.triple(-0.3, 0.3));
  parent.position.set(...random.triple(-1, 1));
  parent.updateMatrixWorld(true);
}

export function layersAmong(random: Random): Layers {
  const layers = new Layers();
  if (random.chance(0.1)) layers.enableAll();
  else layers.set(random.pick([0, 1, 2, 31]));
  if (random.chance(0.5)) layers.enable(random.below(3));
  return layers;
}

function aim(
  raycaster: Raycaster,
  random: Random,
  root: Object3D,
  camera: PerspectiveCamera | OrthographicCamera,
): void {
  const kind = random.pick(['pointer', 'point', 'point', 'corner', 'corner', 'grid', 'inside'] as const);
  if (kind === 'pointer') {
    raycaster.setFromCamera(new Vector2(random.between(-1, 1), random.between(-1, 1)), camera);
    return;
  }
  if (kind === 'grid') {
    const direction = new Vector3().setComponent(random.axis(), random.sign());
    const origin = new Vector3(...random.triple(-4, 4)).multiplyScalar(2).round().divideScalar(2);
    raycaster.set(origin.addScaledVector(direction, -20), direction);
    return;
  }
  const target = kind === 'corner' ? cornerAmong(random, root) : pointAmong(random, root);
  const origin = kind === 'inside' ? target : spread(random, 14);
  const direction = kind === 'inside' ? new Vector3(...random.direction()) : target.sub(origin).normalize();
  if (direction.lengthSq() === 0) direction.set(0, 0, -1);
  raycaster.set(origin, direction);
}

/** A vertex of a mesh, in the world. Rays to it run along edges of triangles and hit corners of boxes. */
function cornerAmong(random: Random, root: Object3D): Vector3 {
  const object = random.pick(targetsIn(root));
  return object === undefined ? spread(random, 4) : vertexOf(random, object);
}

/** A point among the vertices of a mesh. */
function pointAmong(random: Random, root: Object3D): Vector3 {
  const object = random.pick(targetsIn(root));
  if (object === undefined) return spread(random, 4);
  const corners = Array.from({ length: 3 }, () => vertexOf(random, object));
  return corners.reduce((sum, corner) => sum.addScaledVector(corner, 1 / 3), new Vector3());
}

function vertexOf(random: Random, mesh: Mesh | Foreign): Vector3 {
  if (isForeign(mesh)) return finite(random, mesh.placeIn(random).applyMatrix4(mesh.matrixWorld));
  const { count } = mesh.geometry.getAttribute('position');
  if (count === 0) return spread(random, 4);
  const vertex = mesh.getVertexPosition(random.below(count), new Vector3());
  if (isInstanced(mesh)) {
    const instance = new Matrix4();
    mesh.getMatrixAt(random.below(mesh.instanceMatrix.count), instance);
    vertex.applyMatrix4(instance);
  }
  vertex.applyMatrix4(mesh.matrixWorld);
  return finite(random, vertex);
}

/** A skeleton below a flat object gives vertices that are not finite. */
function finite(random: Random, vertex: Vector3): Vector3 {
  return Number.isFinite(vertex.length()) ? vertex : spread(random, 4);
}

function targetsIn(root: Object3D): (Mesh | Foreign | undefined)[] {
  const targets: (Mesh | Foreign)[] = [];
  root.traverse((object) => {
    if (isForeign(object) || (isMesh(object) && object.geometry.hasAttribute('position'))) targets.push(object);
  });
  return targets;
}

function spread(random: Random, size: number): Vector3 {
  return new Vector3(...random.triple(-size, size));
}
