import { Euler, MathUtils, Vector3 } from 'three';
import type { Stage } from '../site/stage';

/** Metres a second, and with Shift. */
const SPEED = 25;
const FAST = 120;
/** Radians a second, by arrow keys, and a pixel of a drag. */
const TURN = 1.2;
const DRAG = 0.004;
/** Metres a pixel of the wheel. */
const WHEEL = 0.1;
/** The flight stays between these heights, in metres. */
const LOWEST = 2;
const HIGHEST = 400;

/** What each key does. By its place on the keyboard, so that other layouts work too. */
const KEYS: Partial<Record<string, { ahead?: number; right?: number; up?: number; turn?: number }>> = {
  KeyW: { ahead: 1 },
  KeyS: { ahead: -1 },
  KeyA: { right: -1 },
  KeyD: { right: 1 },
  KeyE: { up: 1 },
  KeyQ: { up: -1 },
  PageUp: { up: 1 },
  PageDown: { up: -1 },
  ArrowUp: { ahead: 1 },
  ArrowDown: { ahead: -1 },
  ArrowLeft: { turn: 1 },
  ArrowRight: { turn: -1 },
};

/** Flies the camera of a stage by keys, mouse and fingers. One finger turns the view, two fly ahead. */
export class Flight {
  readonly #stage: Stage;
  readonly #begun: () => void;
  readonly #angles = new Euler(0, 0, 0, 'YXZ');
  readonly #keys = new Set<string>();
  /** Keys that are up again. Each press moves the camera, also if it is shorter than a frame. */
  readonly #released = new Set<string>();
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #isFast = false;

  /** @param begun called when a person takes over. */
  constructor(stage: Stage, begun: () => void) {
    this.#stage = stage;
    this.#begun = begun;
    // The controls of the stage turn a camera that draws nothing.
    stage.controls.object = stage.camera.clone();
    stage.controls.enabled = false;
    const { canvas } = stage;
    canvas.addEventListener('keydown', this.#keyDown, { capture: true });
    canvas.addEventListener('keyup', this.#keyUp);
    canvas.addEventListener('blur', this.#stop);
    canvas.addEventListener('pointerdown', this.#pointerDown);
    canvas.addEventListener('pointermove', this.#pointerMove);
    canvas.addEventListener('pointerup', this.#pointerUp);
    canvas.addEventListener('pointercancel', this.#pointerUp);
    canvas.addEventListener('wheel', this.#wheel, { passive: false });
  }

  /** Whether a key or two fingers move the camera now. */
  get isMoving(): boolean {
    return this.#keys.size > 0 || this.#pointers.size > 1;
  }

  /** Moves the camera on. */
  step(seconds: number): void {
    if (!this.isMoving) return;
    const by = { ahead: this.#pointers.size > 1 ? 1 : 0, right: 0, up: 0, turn: 0 };
    for (const key of this.#keys) {
      const { ahead = 0, right = 0, up = 0, turn = 0 } = KEYS[key] ?? {};
      by.ahead += ahead;
      by.right += right;
      by.up += up;
      by.turn += turn;
    }
    for (const key of this.#released) this.#keys.delete(key);
    this.#released.clear();
    const way = seconds * (this.#isFast ? FAST : SPEED);
    if (by.turn !== 0) this.#turn(by.turn * TURN * seconds, 0);
    this.#move(new Vector3(by.right * way, 0, -by.ahead * way), by.up * way);
  }

  /** @param way in the camera's own axes. */
  #move(way: Vector3, up: number): void {
    const { camera } = this.#stage;
    camera.position.add(way.applyQuaternion(camera.quaternion));
    camera.position.y = MathUtils.clamp(camera.position.y + up, LOWEST, HIGHEST);
    this.#stage.requestFrame();
  }

  #turn(left: number, up: number): void {
    const { camera } = this.#stage;
    this.#angles.setFromQuaternion(camera.quaternion);
    this.#angles.y += left;
    this.#angles.x = MathUtils.clamp(this.#angles.x + up, -1.5, 1.5);
    camera.quaternion.setFromEuler(this.#angles);
    this.#stage.requestFrame();
  }

  readonly #keyDown = (event: KeyboardEvent): void => {
    this.#isFast = event.shiftKey;
    if (!KEYS[event.code] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#keys.add(event.code);
    this.#released.delete(event.code);
    this.#begun();
    this.#stage.requestFrame();
  };

  readonly #keyUp = (event: KeyboardEvent): void => {
    this.#isFast = event.shiftKey;
    this.#released.add(event.code);
  };

  readonly #stop = (): void => {
    this.#keys.clear();
  };

  readonly #pointerDown = (event: PointerEvent): void => {
    this.#stage.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size > 1) this.#begun();
    this.#stage.requestFrame();
  };

  readonly #pointerMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent): void => {
    const last = this.#pointers.get(pointerId);
    if (!last) return;
    this.#pointers.set(pointerId, { x, y });
    if (x === last.x && y === last.y) return;
    this.#begun();
    // The picture follows the pointer.
    this.#turn(DRAG * (x - last.x), DRAG * (y - last.y));
  };

  readonly #pointerUp = ({ pointerId }: PointerEvent): void => {
    this.#pointers.delete(pointerId);
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#begun();
    this.#move(new Vector3(0, 0, WHEEL * event.deltaY), 0);
  };
}
