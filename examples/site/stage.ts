import { type PerspectiveCamera, type Plane, Scene, type Vector3, type WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createRenderer } from './createRenderer';
import { element } from './element';
import { FrameFence } from './frameFence';
import { onTheme } from './theme';
import { themeColor } from './themeColor';
import { TimeReadout } from './timeReadout';
import { fitAspect, type View, viewCamera } from './viewCamera';

/** The angle by which an arrow key turns the view, in radians, and the factor by which + zooms. */
const TURN = Math.PI / 36;
const ZOOM = 0.9;

/**
 * The 3D picture of a page, on its `<canvas id="picture">`. `<output id="frame-time">` shows the time that a frame
 * takes on the CPU. A frame is drawn on request, or all the time while `isMoving`. Without WebGL, the page shows a
 * notice instead of the picture.
 */
export class Stage {
  readonly canvas = element('picture', HTMLCanvasElement);
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly #renderer: WebGLRenderer | null;
  readonly #fence: FrameFence | null;
  readonly #view: View;
  readonly #frameTime = new TimeReadout(element('frame-time', HTMLOutputElement));
  readonly #beforeFrame: ((seconds: number) => void)[] = [];
  #isMoving = false;
  #isRequested = false;
  #lastFrame = 0;

  constructor(view: View) {
    this.#view = view;
    this.#renderer = createRenderer(this.canvas);
    // three.js draws with WebGL 2, but its types do not say so.
    this.#fence = this.#renderer && new FrameFence(this.#renderer.getContext() as WebGL2RenderingContext);
    this.camera = viewCamera(view, this.#aspect());
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.target.copy(view.target);
    this.controls.update();
    this.controls.addEventListener('change', () => {
      this.requestFrame();
    });
    this.#turnByKeys();
    new ResizeObserver(() => {
      this.#resize();
    }).observe(this.canvas);
    this.onTheme(() => {
      this.#renderer?.setClearColor(themeColor('background'));
    });
  }

  /** Draws a frame soon. Many calls before that still give one frame. */
  requestFrame(): void {
    if (this.#isRequested || !this.#renderer) return;
    this.#isRequested = true;
    requestAnimationFrame((now) => {
      this.#isRequested = false;
      // Wait for a slow graphics card: it must have drawn the last frame.
      if (this.#isMoving && this.#fence?.isPassed === false) this.requestFrame();
      else this.#draw(now);
    });
  }

  /**
   * Draws two frames, and returns how long the second one takes until the graphics card has drawn it, in milliseconds: the
   * first one may wait for shaders and data. Infinity without WebGL.
   */
  async timeFrame(): Promise<number> {
    await this.#timeOneFrame();
    return this.#timeOneFrame();
  }

  /** Whether frames are drawn all the time. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  set isMoving(isMoving: boolean) {
    this.#isMoving = isMoving;
    if (isMoving) this.requestFrame();
  }

  /** Cuts away what is behind these planes. They may move. */
  set clippingPlanes(planes: Plane[]) {
    if (this.#renderer) this.#renderer.clippingPlanes = planes;
    this.requestFrame();
  }

  /** Calls `prepare` before every frame, with the seconds since the last frame, at most 0.1. */
  beforeFrame(prepare: (seconds: number) => void): void {
    this.#beforeFrame.push(prepare);
    this.requestFrame();
  }

  /** Calls `apply` now, and whenever the theme changes between light and dark. Then draws a frame. */
  onTheme(apply: () => void): void {
    onTheme(() => {
      apply();
      this.requestFrame();
    });
  }

  /** The size of a pixel in the world, at a point that the camera sees. */
  pixelSize(point: Vector3): number {
    const depth = -point.clone().applyMatrix4(this.camera.matrixWorldInverse).z;
    const half = Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    return (2 * half * Math.max(depth, this.camera.near)) / this.canvas.clientHeight;
  }

  async #timeOneFrame(): Promise<number> {
    if (!this.#fence) return Infinity;
    const now = await new Promise<number>(requestAnimationFrame);
    this.#draw(now);
    await this.#fence.passed();
    return performance.now() - now;
  }

  #draw(now: number): void {
    const seconds = Math.min((now - this.#lastFrame) / 1000, 0.1);
    this.#lastFrame = now;
    this.#frameTime.measure(() => {
      this.camera.updateMatrixWorld();
      for (const prepare of this.#beforeFrame) prepare(seconds);
      this.#renderer?.render(this.scene, this.camera);
    });
    this.#fence?.set();
    if (this.#isMoving) this.requestFrame();
  }

  #aspect(): number {
    return Math.max(this.canvas.clientWidth, 1) / Math.max(this.canvas.clientHeight, 1);
  }

  #resize(): void {
    this.#renderer?.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer?.setSize(this.canvas.clientWidth, this.canvas.clientHeight, false);
    fitAspect(this.camera, this.#view, this.#aspect());
    this.requestFrame();
  }

  /** While the picture has the focus, arrow keys, + and - do the same as dragging and the wheel. */
  #turnByKeys(): void {
    const { controls } = this;
    const actions: Partial<Record<string, () => void>> = {
      ArrowLeft: () => {
        controls.rotateLeft(TURN);
      },
      ArrowRight: () => {
        controls.rotateLeft(-TURN);
      },
      ArrowUp: () => {
        controls.rotateUp(TURN);
      },
      ArrowDown: () => {
        controls.rotateUp(-TURN);
      },
      '+': () => {
        controls.dollyIn(ZOOM);
      },
      '-': () => {
        controls.dollyOut(ZOOM);
      },
    };
    this.canvas.addEventListener('keydown', (event) => {
      const action = actions[event.key];
      // A page that uses the key for something else has handled it before.
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
      controls.update();
    });
  }
}
