import type { BoxScene, Capsule, Vec3 } from 'slabtree';
import { type Ground, type Move, moveAndSlide } from 'slabtree/character';

/** A step of the game, in seconds. It is always as long, so that a walk is the same at any number of frames a second. */
const STEP = 1 / 60;
const GRAVITY = 9.81;
const JUMP = 4.5;
/** How high a step of a stair may be. */
const MAX_STEP = 0.35;

/** A person 1.75 m tall, who walks through a scene. */
export class Player {
  capsule: Capsule = { a: { x: 10, y: 0.4, z: 36 }, b: { x: 10, y: 1.4, z: 36 }, radius: 0.35 };
  ground: Ground | null = null;
  /** What the last step has touched. */
  touched: Move['touched'] = [];
  #fall = 0;
  #rest = 0;

  /** Where the eyes are. */
  get head(): Vec3 {
    const { x, y, z } = this.capsule.b;
    return { x, y: y + 0.15, z };
  }

  /**
   * Walks for the time of a frame, in steps of the game.
   *
   * @param speed across the ground, in meters a second.
   * @param step moves everything else, before each step.
   */
  walk(scene: BoxScene, speed: Vec3, jumps: boolean, seconds: number, step: (seconds: number) => void): void {
    this.#rest += seconds;
    while (this.#rest >= STEP) {
      this.#rest -= STEP;
      step(STEP);
      // #region shown
      if (jumps && this.ground !== null) this.#fall = -JUMP;
      else this.#fall = this.ground === null ? this.#fall + GRAVITY * STEP : 0;
      const motion = { x: speed.x * STEP, y: -this.#fall * STEP, z: speed.z * STEP };
      const move = moveAndSlide(scene, this.capsule, motion, { ground: this.ground, maxStep: MAX_STEP });
      // Its head has hit a ceiling.
      if (this.#fall < 0 && move.left.y > 0) this.#fall = 0;
      this.capsule = move.capsule;
      this.ground = move.ground;
      // #endregion
      this.touched = move.touched;
    }
  }
}
