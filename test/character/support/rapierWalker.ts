import RAPIER from '@dimforge/rapier3d-simd-compat';
import type { Vec3 } from 'slabtree';
import type { Course, Leg } from './courses';
import { FRAME, GRAVITY, HEIGHT, LegClock, MARGIN, MAX_STEP, RADIUS, STEP, wayTo } from './followCourse';
import { meshOf, type Piece } from './pieces';

await RAPIER.init();

/** Rapier's controller of a kinematic character, with the limits of the follower. */
export class RapierWalker {
  readonly #collider: RAPIER.Collider;
  readonly #controller: RAPIER.KinematicCharacterController;
  readonly #step: number;
  #foot: Vec3;
  #isGrounded = false;
  /** The speed upwards. */
  #rise = 0;

  /** @param isMesh whether the course is one mesh. Otherwise each piece is a collider. */
  constructor({ pieces, start, options = {}, step = STEP }: Course, isMesh: boolean) {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    for (const shape of isMesh ? [meshOfAll(pieces)] : pieces.map(shapeOf)) world.createCollider(shape);
    this.#collider = world.createCollider(RAPIER.ColliderDesc.capsule(HEIGHT / 2 - RADIUS, RADIUS));
    world.step();
    const { maxStep = MAX_STEP } = options;
    this.#controller = world.createCharacterController(MARGIN);
    if (maxStep > 0) this.#controller.enableAutostep(maxStep, 0.1, false);
    this.#controller.enableSnapToGround(maxStep);
    this.#controller.setMaxSlopeClimbAngle(Math.PI / 4);
    this.#controller.setMinSlopeSlideAngle(Math.PI / 4);
    this.#step = step;
    this.#foot = start;
    for (let i = 0; i < 10; i++) this.#move({ x: 0, y: 0, z: 0 });
  }

  get foot(): Vec3 {
    return this.#foot;
  }

  #move({ x, z }: Vec3): void {
    this.#rise = this.#isGrounded && this.#rise <= 0 ? 0 : this.#rise - GRAVITY * FRAME;
    const foot = this.#foot;
    this.#collider.setTranslation({ x: foot.x, y: foot.y + HEIGHT / 2, z: foot.z });
    this.#controller.computeColliderMovement(this.#collider, { x, y: this.#rise * FRAME, z });
    const moved = this.#controller.computedMovement();
    this.#isGrounded = this.#controller.computedGrounded();
    this.#foot = { x: foot.x + moved.x, y: foot.y + moved.y, z: foot.z + moved.z };
  }

  /** Walks a leg. @returns how many steps it took. */
  follow(leg: Leg): number {
    const clock = new LegClock(leg, this.#foot, this.#step, 0.01);
    this.#rise = leg.jump ?? 0;
    while (!clock.isOver(this.#foot, this.#isGrounded)) this.#move(wayTo(leg, this.#foot, this.#step));
    return clock.steps;
  }
}

function meshOfAll(pieces: readonly Piece[]): RAPIER.ColliderDesc {
  const positions: number[] = [];
  const index: number[] = [];
  for (const piece of pieces) {
    const mesh = meshOf(piece);
    for (const corner of mesh.index) index.push(positions.length / 3 + corner);
    for (const { x, y, z } of mesh.corners) positions.push(x, y, z);
  }
  return RAPIER.ColliderDesc.trimesh(Float32Array.from(positions), Uint32Array.from(index));
}

function shapeOf(piece: Piece): RAPIER.ColliderDesc {
  if (piece.kind === 'mesh') return meshOfAll([piece]);
  const { corners } = meshOf(piece);
  const { min, max, matrix } = piece;
  const box = RAPIER.ColliderDesc.cuboid((max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2);
  const [first, last] = [corners[0], corners[7]];
  box.setTranslation((first.x + last.x) / 2, (first.y + last.y) / 2, (first.z + last.z) / 2);
  return matrix === undefined ? box : box.setRotation(rotationOf(matrix));
}

/** The quaternion of a matrix that turns around z or y. */
function rotationOf(m: readonly number[]): RAPIER.Rotation {
  const isAroundZ = m[10] === 1;
  const half = (isAroundZ ? Math.atan2(m[1], m[0]) : Math.atan2(-m[2], m[0])) / 2;
  const s = Math.sin(half);
  return { x: 0, y: isAroundZ ? 0 : s, z: isAroundZ ? s : 0, w: Math.cos(half) };
}
