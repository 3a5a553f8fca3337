import { type Object3D, Plane, Raycaster, Vector3 } from 'three';
import { aim } from './aim';
import { pointerOn } from './pointer';
import type { Stage } from './stage';

/** How near a pointer must come to a point, in pixels: half the width of a finger. */
const REACH = 24;

interface DragPoint {
  object: Object3D;
  moved: (to: Vector3) => void;
}

/** Points in a picture that mouse and finger can drag. A point moves in the plane through it that faces the camera. */
export class DragPoints {
  readonly #stage: Stage;
  readonly #points: DragPoint[] = [];
  readonly #raycaster = new Raycaster();
  readonly #plane = new Plane();
  #drag: { point: DragPoint; pointerId: number } | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', this.#down, { capture: true });
    canvas.addEventListener('pointermove', this.#move);
    canvas.addEventListener('pointerup', this.#end);
    canvas.addEventListener('pointercancel', this.#end);
  }

  /** Makes an object draggable by its position. `moved` gets the pointer's place, and may move the object there. */
  add(object: Object3D, moved: (to: Vector3) => void): void {
    this.#points.push({ object, moved });
  }

  readonly #down = (event: PointerEvent): void => {
    if (!this.#drag) this.#start(event);
    // The view must not turn during a drag.
    if (this.#drag) event.stopImmediatePropagation();
  };

  #start(event: PointerEvent): void {
    const point = event.isPrimary && event.button === 0 ? this.#nearest(event) : null;
    if (!point) return;
    const { canvas, camera } = this.#stage;
    canvas.setPointerCapture(event.pointerId);
    this.#drag = { point, pointerId: event.pointerId };
    this.#plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), positionOf(point));
  }

  readonly #move = (event: PointerEvent): void => {
    const { canvas, camera } = this.#stage;
    if (!this.#drag) {
      if (event.buttons === 0) canvas.style.cursor = this.#nearest(event) ? 'move' : '';
      return;
    }
    // Ignore other fingers.
    if (event.pointerId !== this.#drag.pointerId) return;
    aim(this.#raycaster, pointerOn(canvas, event), camera);
    const to = this.#raycaster.ray.intersectPlane(this.#plane, new Vector3());
    if (to) this.#drag.point.moved(to);
  };

  readonly #end = (event: PointerEvent): void => {
    if (event.pointerId === this.#drag?.pointerId) this.#drag = null;
  };

  /** The point nearest to the pointer on screen, if one is within reach. */
  #nearest(event: PointerEvent): DragPoint | null {
    const { x, y, width, height } = pointerOn(this.#stage.canvas, event);
    let nearest: DragPoint | null = null;
    let nearestDistance = REACH;
    for (const point of this.#points) {
      const onScreen = positionOf(point).project(this.#stage.camera);
      const distance = Math.hypot(((onScreen.x + 1) / 2) * width - x, ((1 - onScreen.y) / 2) * height - y);
      if (onScreen.z > 1 || distance > nearestDistance) continue;
      [nearest, nearestDistance] = [point, distance];
    }
    return nearest;
  }
}

function positionOf({ object }: DragPoint): Vector3 {
  return object.getWorldPosition(new Vector3());
}
