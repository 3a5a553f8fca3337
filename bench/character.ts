import RAPIER from '@dimforge/rapier3d-simd-compat';
import { BoxScene, type Vec3 } from 'slabtree';
import { type Ground, moveAndSlide } from 'slabtree/character';
import { Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { makeBuilding } from '../examples/building/building';
import { type Kind, kinds, type Materials } from '../examples/building/storey';
import { measure, microsecondsEach } from './measure';
import { seededRandom } from './random';
import type { Result, Row } from './report';

/** So many steps of a sixtieth of a second. */
const STEPS = 6000;
const FRAME = 1 / 60;
const GRAVITY = 9.81;
const RADIUS = 0.35;
/** Between the middles of the capsule's ends. */
const LENGTH = 1;
const MARGIN = 0.02;
const MAX_STEP = 0.3;
const START = { x: -5, y: 0.4, z: 0 };

/** Something that walks from the start, and returns where it ends. */
interface Walker {
  readonly name: string;
  readonly walk: () => Vec3;
}

interface Numbers {
  readonly positions: Float32Array;
  readonly index: Uint32Array;
}

/** Walks through the building of the examples, as one mesh of triangles: steps of a character. */
export async function measureCharacter(): Promise<Result> {
  await RAPIER.init();
  const numbers = trianglesOfBuilding();
  const ways = waysOf(STEPS);
  const walkers = [
    slabtreeWalker('slabtree', numbers, ways, 'wasm'),
    slabtreeWalker('slabtree, js', numbers, ways, 'js'),
    rapierWalker(numbers, ways),
  ];
  const ends = walkers.map(({ walk }) => walk());
  const passes = measure(
    walkers.map(({ walk }) => walk),
    { rounds: 5, passes: 1, time: 100 },
  );
  const rows = walkers.map(({ name }, i): Row => ({
    contender: name,
    values: { 'us a step': microsecondsEach(passes[i], STEPS) },
  }));
  const apart = Math.hypot(ends[0].x - ends[2].x, ends[0].y - ends[2].y, ends[0].z - ends[2].z);
  const triangles = numbers.index.length / 3;
  return {
    title: `Steps of a character in a building, ${triangles.toLocaleString('en')} triangles`,
    question: 'character',
    scene: 'building',
    boxes: 1,
    triangles,
    columns: [{ name: 'us a step', baselines: ['slabtree'] }],
    rows,
    notes: [`After ${STEPS} steps, slabtree and Rapier are ${(100 * apart).toFixed(1)} cm apart.`],
  };
}

function slabtreeWalker(
  name: string,
  { positions, index }: Numbers,
  ways: Float32Array,
  backend: 'wasm' | 'js',
): Walker {
  const scene = new BoxScene({ backend });
  scene.addInstance(scene.addMesh(positions, index));
  const { x, y, z } = START;
  const walk = (): Vec3 => {
    let capsule = { a: { x, y, z }, b: { x, y: y + LENGTH, z }, radius: RADIUS };
    let ground: Ground | null = null;
    let fall = 0;
    for (let i = 0; i < STEPS; i++) {
      fall = ground === null ? fall + GRAVITY * FRAME : 0;
      const motion = { x: ways[2 * i], y: -fall * FRAME, z: ways[2 * i + 1] };
      ({ capsule, ground } = moveAndSlide(scene, capsule, motion, { ground, maxStep: MAX_STEP, margin: MARGIN }));
    }
    return capsule.a;
  };
  return { name, walk };
}

function rapierWalker({ positions, index }: Numbers, ways: Float32Array): Walker {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.trimesh(positions, index));
  const collider = world.createCollider(RAPIER.ColliderDesc.capsule(LENGTH / 2, RADIUS));
  world.step();
  const controller = world.createCharacterController(MARGIN);
  controller.enableAutostep(MAX_STEP, 0.1, false);
  controller.enableSnapToGround(MAX_STEP);
  controller.setMaxSlopeClimbAngle(Math.PI / 4);
  controller.setMinSlopeSlideAngle(Math.PI / 4);
  const walk = (): Vec3 => {
    let at = { ...START, y: START.y + LENGTH / 2 };
    let isGrounded = false;
    let fall = 0;
    for (let i = 0; i < STEPS; i++) {
      collider.setTranslation(at);
      fall = isGrounded ? 0 : fall + GRAVITY * FRAME;
      controller.computeColliderMovement(collider, { x: ways[2 * i], y: -fall * FRAME, z: ways[2 * i + 1] });
      const { x, y, z } = controller.computedMovement();
      isGrounded = controller.computedGrounded();
      at = { x: at.x + x, y: at.y + y, z: at.z + z };
    }
    return { ...at, y: at.y - LENGTH / 2 };
  };
  return { name: 'Rapier', walk };
}

/** The way of each step on the ground, x and z. Directions and speeds change now and then. */
function waysOf(steps: number): Float32Array {
  const random = seededRandom(3);
  const ways = new Float32Array(2 * steps);
  let [x, z] = [0, 0];
  for (let i = 0; i < steps; i++) {
    if (i === 0 || random() < 0.02) {
      const angle = 2 * Math.PI * random();
      const way = (1 + 4 * random()) * FRAME;
      [x, z] = [way * Math.cos(angle), way * Math.sin(angle)];
    }
    ways[2 * i] = x;
    ways[2 * i + 1] = z;
  }
  return ways;
}

/** All triangles of the building, in the world, and the ground around it. */
function trianglesOfBuilding(): Numbers {
  const material = new MeshBasicMaterial();
  const materials: Materials = Object.fromEntries(kinds.map((kind) => [kind, material])) as Record<
    Kind,
    MeshBasicMaterial
  >;
  const positions: number[] = [-60, -0.31, -60, -60, -0.31, 60, 60, -0.31, 60, 60, -0.31, -60];
  const index: number[] = [0, 1, 2, 0, 2, 3];
  const vertex = new Vector3();
  makeBuilding(materials).traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { geometry } = object as Mesh;
    const { position } = geometry.attributes;
    const first = positions.length / 3;
    for (let i = 0; i < position.count; i++) {
      vertex.fromArray(position.array, 3 * i).applyMatrix4(object.matrixWorld);
      positions.push(vertex.x, vertex.y, vertex.z);
    }
    const own = geometry.index;
    for (let i = 0; i < (own ?? position).count; i++) index.push(first + (own?.getX(i) ?? i));
  });
  return { positions: Float32Array.from(positions), index: Uint32Array.from(index) };
}
