import '@babylonjs/core/Culling/ray';
import '@babylonjs/core/Materials/standardMaterial';
import '@babylonjs/core/Meshes/instancedMesh';
import '@babylonjs/core/Meshes/thinInstanceMesh';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera';
import { Camera } from '@babylonjs/core/Cameras/camera';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera';
import { Ray } from '@babylonjs/core/Culling/ray';
import { NullEngine, NullEngineOptions } from '@babylonjs/core/Engines/nullEngine';
import { MultiMaterial } from '@babylonjs/core/Materials/multiMaterial';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder';
import { CreateLines } from '@babylonjs/core/Meshes/Builders/linesBuilder';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder';
import { CreateTorusKnot } from '@babylonjs/core/Meshes/Builders/torusKnotBuilder';
import type { Mesh } from '@babylonjs/core/Meshes/mesh';
import { Logger } from '@babylonjs/core/Misc/logger';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode';
import { MorphTarget } from '@babylonjs/core/Morph/morphTarget';
import { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager';
import { Scene } from '@babylonjs/core/scene';
import type { Random } from '../../support/random';

export const WIDTH = 800;
export const HEIGHT = 600;

/** One engine for all scenes: Babylon.js reads the last created one in every pick. */
let engine: NullEngine | undefined;

/** Returns an empty scene. */
export function emptyScene(isRightHanded = false): Scene {
  engine ??= createEngine();
  const scene = new Scene(engine);
  scene.useRightHandedSystem = isRightHanded;
  return scene;
}

function createEngine(): NullEngine {
  Logger.LogLevels = Logger.NoneLogLevel;
  const options = Object.assign(new NullEngineOptions(), { renderWidth: WIDTH, renderHeight: HEIGHT, textureSize: 16 });
  const created = new NullEngine(options);
  // Thin instances need it.
  created.getCaps().instancedArrays = true;
  return created;
}

/** Runs a function with a scene, and disposes of the scene. */
export function withScene(run: (scene: Scene) => void, isRightHanded = false): void {
  const scene = emptyScene(isRightHanded);
  try {
    run(scene);
  } finally {
    scene.dispose();
  }
}

/** How a generated scene is made. */
export interface SceneKind {
  /** How far the middle of the scene is from the origin of the world. */
  readonly distance: number;
  /** Half the size of the scene. */
  readonly size: number;
}

export const sceneKinds: readonly SceneKind[] = [
  { distance: 0, size: 10 },
  { distance: 0, size: 300 },
  { distance: 2000, size: 10 },
  { distance: 100_000, size: 50 },
];

/** Fills a scene with meshes of all kinds, and a camera that looks at them. Returns the middle of the scene. */
export function fillScene(scene: Scene, random: Random, { distance, size }: SceneKind): Vector3 {
  const middle = vector(random.direction()).scale(distance);
  const sources = makeSources(scene, random);
  const nodes: (TransformNode | null)[] = [null, null, null];
  for (let i = 0; i < 3; i++) {
    const node = new TransformNode('node', scene);
    moveNode(node, random, Vector3.Zero(), 2);
    node.parent = random.pick(nodes);
    nodes.push(node);
  }
  const count = 10 + random.below(30);
  for (let i = 0; i < count; i++) {
    const source = random.pick(sources);
    const mesh = makeMesh(source, random);
    mesh.parent = random.pick(nodes);
    placeMesh(mesh, random, middle, size);
    changeFlags(mesh, random);
  }
  for (const source of sources) if (random.chance(0.5)) placeMesh(source, random, middle, size);
  addCamera(scene, random, middle, size);
  return middle;
}

/** Returns a mesh of each kind. */
function makeSources(scene: Scene, random: Random): Mesh[] {
  const box = CreateBox('box', { size: 1 }, scene);
  const sphere = CreateSphere('sphere', { segments: 6, diameter: 1.5 }, scene);
  const knot = CreateTorusKnot('knot', { radius: 1, tube: 0.3, radialSegments: 40, tubularSegments: 10 }, scene);
  const ground = CreateGround('ground', { width: 4, height: 4, subdivisions: 8, updatable: true }, scene);
  const flat = CreateGround('flat', { width: 3, height: 3 }, scene);
  const loose = CreateSphere('unindexed', { segments: 4, diameter: 1 }, scene);
  loose.convertToUnIndexedMesh();
  const parts = CreateSphere('parts', { segments: 8, diameter: 2 }, scene);
  divide(parts, scene);
  const lines = CreateLines('lines', { points: [0, 1, 2, 3].map(() => vector(random.triple(-1, 1))) }, scene);
  lines.intersectionThreshold = 0.2;
  const points = CreateSphere('points', { segments: 3, diameter: 1 }, scene);
  const cloud = new StandardMaterial('cloud', scene);
  cloud.pointsCloud = true;
  Object.assign(points, { material: cloud });
  const wire = CreateSphere('wire', { segments: 6, diameter: 1 }, scene);
  const lattice = new StandardMaterial('lattice', scene);
  lattice.wireframe = true;
  Object.assign(wire, { material: lattice });
  const morph = CreateSphere('morph', { segments: 6, diameter: 1 }, scene);
  morphInto(morph, scene, random);
  // Its bounds do not contain its triangles.
  const cut = CreateSphere('cut', { segments: 6, diameter: 2 }, scene);
  cut.getBoundingInfo().reConstruct(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
  return [box, sphere, knot, ground, flat, loose, parts, lines, points, wire, morph, cut];
}

/** Divides a mesh into three sub meshes with two materials. */
function divide(mesh: Mesh, scene: Scene): void {
  const count = mesh.getTotalIndices();
  const first = 3 * Math.floor(count / 9);
  const vertices = mesh.getTotalVertices();
  const materials = new MultiMaterial('two', scene);
  Object.assign(materials, { subMaterials: ['one', 'other'].map((name) => new StandardMaterial(name, scene)) });
  mesh.subMeshes = [];
  new SubMesh(0, 0, vertices, 0, first, mesh);
  new SubMesh(1, 0, vertices, first, first, mesh);
  new SubMesh(0, 0, vertices, 2 * first, count - 2 * first, mesh);
  mesh.material = materials;
}

function morphInto(mesh: Mesh, scene: Scene, random: Random): void {
  const manager = new MorphTargetManager(scene);
  const target = new MorphTarget('target', random.next(), scene);
  const positions = mesh.getVerticesData('position') ?? [];
  target.setPositions(Array.from(positions, (value) => 2 * value));
  manager.addTarget(target);
  mesh.morphTargetManager = manager;
  if (random.chance(0.5)) mesh.refreshBoundingInfo({ applyMorph: true, updatePositionsArray: true });
}

/** Makes an instance, a clone, or a mesh of thin instances. */
function makeMesh(source: Mesh, random: Random): AbstractMesh {
  if (source.getClassName() === 'LinesMesh') return source.createInstance('instance');
  const kind = random.next();
  if (kind < 0.6) return source.createInstance('instance');
  const clone = source.clone('clone');
  if (kind < 0.85) return clone;
  clone.makeGeometryUnique();
  clone.thinInstanceEnablePicking = random.chance(0.9);
  const matrices = Array.from({ length: 1 + random.below(8) }, () => randomMatrix(random, 4));
  clone.thinInstanceAdd(matrices);
  return clone;
}

function randomMatrix(random: Random, reach: number): Matrix {
  const scale = random.chance(0.1) ? 0 : random.between(0.3, 2);
  return Matrix.Compose(
    new Vector3(scale, random.chance(0.3) ? -scale : scale, scale * random.between(0.5, 2)),
    randomTurn(random),
    vector(random.triple(-reach, reach)),
  );
}

function randomTurn(random: Random): Quaternion {
  if (random.chance(0.3)) return Quaternion.Identity();
  return Quaternion.RotationAxis(vector(random.direction()), random.between(0, 6));
}

function moveNode(node: TransformNode, random: Random, middle: Vector3, size: number): void {
  node.position = middle.add(vector(random.triple(-size, size)));
  node.rotationQuaternion = randomTurn(random);
  const scale = random.between(0.5, 2);
  node.scaling.set(random.chance(0.2) ? -scale : scale, scale * random.between(0.6, 1.5), scale);
}

/** Places a mesh somewhere in a scene. */
export function placeMesh(mesh: AbstractMesh, random: Random, middle: Vector3, size: number): void {
  moveNode(mesh, random, middle, size);
  if (random.chance(0.1)) mesh.scaling.scaleInPlace(size / 5);
  // Several meshes at one place: hits at equal distances.
  if (random.chance(0.15)) mesh.position.copyFrom(middle);
  if (random.chance(0.03)) mesh.scaling.setAll(0);
  if (random.chance(0.03)) mesh.scaling.y = 0;
  if (random.chance(0.03)) mesh.scaling.x *= 1e5;
}

/** Hides, disables or turns some meshes into special ones. */
export function changeFlags(mesh: AbstractMesh, random: Random): void {
  mesh.isVisible = !random.chance(0.1);
  mesh.isPickable = !random.chance(0.1);
  mesh.setEnabled(!random.chance(0.1));
  mesh.billboardMode = random.chance(0.05) ? 7 : 0;
  mesh.enableDistantPicking = random.chance(0.05);
}

function addCamera(scene: Scene, random: Random, middle: Vector3, size: number): void {
  const position = middle.add(vector(random.direction()).scale(random.between(0.5, 3) * size));
  const camera = random.chance(0.5)
    ? new FreeCamera('camera', position, scene)
    : new ArcRotateCamera('camera', 0, 1, 2 * size, middle, scene);
  if (camera instanceof FreeCamera) camera.setTarget(middle);
  camera.minZ = random.pick([0.01, 0.1, 1]);
  camera.maxZ = random.pick([0, size * 2, size * 10, 10_000]);
  if (random.chance(0.3)) {
    camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
    camera.orthoLeft = -size;
    camera.orthoRight = size;
    camera.orthoTop = size * 0.75;
    camera.orthoBottom = -size * 0.75;
    camera.maxZ = size * 10;
  }
  scene.activeCamera = camera;
}

/** A ray through the scene, toward a mesh most of the time. */
export function randomRay(scene: Scene, random: Random, middle: Vector3, size: number): Ray {
  const origin = middle.add(vector(random.triple(-2 * size, 2 * size)));
  const target = random.chance(0.8)
    ? random
        .pick(scene.meshes)
        .getAbsolutePosition()
        .add(vector(random.triple(-1, 1)))
    : middle.add(vector(random.triple(-size, size)));
  const direction = target.subtract(origin);
  if (random.chance(0.1)) direction.copyFromFloats(0, -1, 0);
  if (random.chance(0.8)) direction.normalize();
  const ray = new Ray(origin, direction);
  if (random.chance(0.2)) ray.length = size * random.between(0.5, 3);
  if (random.chance(0.1)) ray.epsilon = random.pick([0, 0.0001, 0.01]);
  return ray;
}

function vector([x, y, z]: readonly [number, number, number]): Vector3 {
  return new Vector3(x, y, z);
}
