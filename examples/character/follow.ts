import type { BoxScene, Vec3 } from 'slabtree';
import { keepInSight } from 'slabtree/character';
import type { PerspectiveCamera } from 'three';

/** How far a camera that follows is behind the head, in meters, and how fast it goes back there, a second. */
const DISTANCE = 4.5;
const RETURN = 3;
/** How far up and down one may look, in radians. */
const STEEPEST = 1.4;

/** A camera in the eyes of a player, or behind them, and never in a wall. */
export class Follow {
  isFirstPerson = false;
  /** Radians around the y axis. At 0, one looks along -z. */
  yaw = 0;
  pitch = -0.2;
  #distance = DISTANCE;

  turn(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = Math.min(Math.max(this.pitch + pitch, -STEEPEST), STEEPEST);
  }

  /** The direction of a walk: forward and to the right, as one looks. */
  direction(forward: number, right: number): Vec3 {
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    return { x: right * cos - forward * sin, y: 0, z: -right * sin - forward * cos };
  }

  place(camera: PerspectiveCamera, scene: BoxScene, head: Vec3, seconds: number): void {
    camera.rotation.set(this.pitch, this.yaw, 0, 'YXZ');
    camera.position.copy(head);
    if (this.isFirstPerson) return;
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const level = Math.cos(this.pitch);
    const behind = (distance: number): Vec3 => ({
      x: head.x + distance * sin * level,
      y: head.y - distance * Math.sin(this.pitch),
      z: head.z + distance * cos * level,
    });
    const wish = { position: behind(DISTANCE), projection: camera.projectionMatrix };
    const { distance } = keepInSight(scene, head, wish);
    // It goes in at once, and comes back slowly.
    this.#distance = Math.min(distance, this.#distance + RETURN * seconds);
    camera.position.copy(behind(this.#distance));
  }
}
