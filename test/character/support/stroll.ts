import type { Capsule, Vec3 } from 'slabtree';
import { type Ground, type Move, moveAndSlide, type MoveOptions, type WalkedScene } from 'slabtree/character';

const FRAME = 1 / 60;
const GRAVITY = 9.81;
/** A fall is no faster, in units a second. */
const FASTEST = 40;

/** An upright capsule of the size of a person. @param foot its lowest point. */
export function person(foot: Vec3, radius = 0.35, height = 1.7): Capsule {
  const { x, y, z } = foot;
  return { a: { x, y: y + radius, z }, b: { x, y: y + height - radius, z }, radius };
}

/** A character that walks in steps of a sixtieth of a second, and falls where there is no ground. */
export class Stroller {
  readonly #scene: WalkedScene;
  readonly #options: MoveOptions;
  capsule: Capsule;
  ground: Ground | null = null;
  #fall = 0;

  constructor(scene: WalkedScene, capsule: Capsule, options: MoveOptions = {}) {
    this.#scene = scene;
    this.capsule = capsule;
    this.#options = options;
  }

  get up(): Vec3 {
    return this.#options.up ?? { x: 0, y: 1, z: 0 };
  }

  /** The way of the next step: across the ground by a speed, and down if there is none. */
  motion(speed: Vec3): Vec3 {
    const { up } = this;
    this.#fall = this.ground === null ? Math.min(this.#fall + GRAVITY * FRAME, FASTEST) : 0;
    const fall = this.#fall;
    return {
      x: (speed.x - fall * up.x) * FRAME,
      y: (speed.y - fall * up.y) * FRAME,
      z: (speed.z - fall * up.z) * FRAME,
    };
  }

  step(motion: Vec3): Move {
    const move = moveAndSlide(this.#scene, this.capsule, motion, { ...this.#options, ground: this.ground });
    this.capsule = move.capsule;
    this.ground = move.ground;
    return move;
  }

  /** Walks at a speed, in units a second, for many steps. */
  walk(speed: Vec3, steps: number): this {
    for (let i = 0; i < steps; i++) this.step(this.motion(speed));
    return this;
  }

  jump(speed: number): void {
    if (this.ground === null) return;
    const { up } = this;
    this.step({ x: up.x * speed * FRAME, y: up.y * speed * FRAME, z: up.z * speed * FRAME });
    this.#fall = 0;
  }
}
