/** What a person wants: by keys, by a gamepad, by the mouse and by two thumbs. */
const KEYS: Partial<Record<string, readonly [forward: number, right: number]>> = {
  KeyW: [1, 0],
  ArrowUp: [1, 0],
  KeyS: [-1, 0],
  ArrowDown: [-1, 0],
  KeyA: [0, -1],
  ArrowLeft: [0, -1],
  KeyD: [0, 1],
  ArrowRight: [0, 1],
};

/** A thumb is a full step away from where it was put down after so many pixels. */
const STICK = 50;
/** Radians a pixel of a drag, and a second of a gamepad's stick. */
const LOOK = 0.005;
const STICK_LOOK = 2.5;
/** A stick at rest is not quite at 0. */
const DEAD = 0.15;

interface Thumb {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
}

export class Input {
  /** Adds to where one looks, in radians. */
  onLook: (yaw: number, pitch: number) => void = () => undefined;
  readonly #held = new Set<string>();
  #stick: Thumb | null = null;
  #walk: readonly [forward: number, right: number] = [0, 0];
  #look: Thumb | null = null;
  #jumps = false;

  /** @param jump a button for those without a keyboard. */
  constructor(canvas: HTMLCanvasElement, jump: HTMLButtonElement) {
    // Before the stage, which turns the view by these keys.
    canvas.addEventListener(
      'keydown',
      (event) => {
        this.#press(event);
      },
      { capture: true },
    );
    addEventListener('keyup', ({ code }) => this.#held.delete(code));
    canvas.addEventListener('blur', () => {
      this.#held.clear();
    });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#touch(event, canvas.clientWidth);
    });
    canvas.addEventListener('pointermove', (event) => {
      this.#move(event);
    });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(type, ({ pointerId }) => {
        this.#lift(pointerId);
      });
    }
    jump.addEventListener('pointerdown', () => {
      this.#jumps = true;
    });
    jump.addEventListener('click', () => {
      this.#jumps = true;
    });
  }

  /** Where to go: forward and to the right, at most 1 in all. */
  get walk(): readonly [forward: number, right: number] {
    let [forward, right] = this.#walk;
    for (const key of this.#held) {
      forward += KEYS[key]?.[0] ?? 0;
      right += KEYS[key]?.[1] ?? 0;
    }
    const [x, y] = axes(0);
    forward -= y;
    right += x;
    const size = Math.max(1, Math.hypot(forward, right));
    return [forward / size, right / size];
  }

  get runs(): boolean {
    return this.#held.has('ShiftLeft') || this.#held.has('ShiftRight');
  }

  /** Whether to jump, once a press. */
  takeJump(): boolean {
    const jumps = this.#jumps || this.#held.has('Space') || isPressed(0);
    this.#jumps = false;
    return jumps;
  }

  /** Looks by the second stick of a gamepad. */
  lookByStick(seconds: number): void {
    const [x, y] = axes(2);
    if (x !== 0 || y !== 0) this.onLook(-x * STICK_LOOK * seconds, -y * STICK_LOOK * seconds);
  }

  #press(event: KeyboardEvent): void {
    const { code } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(code in KEYS) && code !== 'Space' && !code.startsWith('Shift')) return;
    event.preventDefault();
    this.#held.add(code);
  }

  #touch({ pointerId: pointer, pointerType, offsetX: x, offsetY: y }: PointerEvent, width: number): void {
    const thumb = { pointer, x, y };
    if (pointerType === 'touch' && x < width / 2) this.#stick ??= thumb;
    else this.#look ??= thumb;
  }

  #move({ pointerId: pointer, offsetX: x, offsetY: y }: PointerEvent): void {
    const within = (pixels: number): number => Math.min(Math.max(pixels / STICK, -1), 1);
    if (this.#stick?.pointer === pointer) this.#walk = [within(this.#stick.y - y), within(x - this.#stick.x)];
    if (this.#look?.pointer !== pointer) return;
    this.onLook((this.#look.x - x) * LOOK, (this.#look.y - y) * LOOK);
    this.#look = { pointer, x, y };
  }

  #lift(pointer: number): void {
    if (this.#look?.pointer === pointer) this.#look = null;
    if (this.#stick?.pointer !== pointer) return;
    this.#stick = null;
    this.#walk = [0, 0];
  }
}

/** Two axes of the first gamepad. */
function axes(first: number): readonly [x: number, y: number] {
  const pad = navigator.getGamepads().find((each) => each !== null);
  const axis = (i: number): number => {
    const value = pad?.axes[i] ?? 0;
    return Math.abs(value) < DEAD ? 0 : value;
  };
  return [axis(first), axis(first + 1)];
}

function isPressed(button: number): boolean {
  return navigator.getGamepads().some((pad) => pad?.buttons[button]?.pressed === true);
}
