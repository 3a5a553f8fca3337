import type { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { element } from '../site/element';
import { FrameFence } from '../site/frameFence';
import { onTheme, themeHex } from '../site/theme';
import { TimeReadout } from '../site/timeReadout';
import { addCamera, fitCamera } from './camera';

/** The angle by which an arrow key turns the view, in radians, and the factor by which + zooms. */
const TURN = Math.PI / 36;
const ZOOM = 0.9;

/** A scene of Babylon.js on a canvas, with a camera that drags and keys turn. It draws frames on request. */
export class Picture {
  readonly scene: Scene;
  readonly #canvas: HTMLCanvasElement;
  readonly #engine: Engine;
  readonly #camera: ArcRotateCamera;
  readonly #frameTime = new TimeReadout(element('frame-time', HTMLOutputElement));
  #isRequested = false;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#engine = new Engine(canvas, true, { adaptToDeviceRatio: true });
    this.#engine.canvasTabIndex = 0;
    this.scene = new Scene(this.#engine);
    // The page picks by itself.
    this.scene.skipPointerMovePicking = true;
    this.scene.pointerDownPredicate = () => false;
    this.scene.pointerUpPredicate = () => false;
    this.#camera = addCamera(this.scene);
    this.#camera.attachControl();
    new HemisphericLight('sky', Vector3.Up(), this.scene).intensity = 0.7;
    new DirectionalLight('sun', new Vector3(-3, -2, 1), this.scene).intensity = 0.8;
    onTheme(() => {
      this.scene.clearColor = Color4.FromColor3(Color3.FromHexString(themeHex('background')));
      this.requestFrame();
    });
    new ResizeObserver(() => {
      this.#resize();
    }).observe(canvas);
    this.#turn();
  }

  /** Draws a frame soon. Many calls before that still give one frame. */
  requestFrame(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame(() => {
      this.#isRequested = false;
      this.#draw();
    });
  }

  /** Draws a frame, and returns how long it takes until the graphics card has drawn it, in milliseconds. */
  async timeFrame(): Promise<number> {
    const start = performance.now();
    this.#draw();
    // The context that Babylon.js draws with.
    const context = this.#canvas.getContext('webgl2');
    if (!context) return Infinity;
    const fence = new FrameFence(context);
    fence.set();
    await fence.passed();
    return performance.now() - start;
  }

  #draw(): void {
    this.#frameTime.measure(() => {
      this.#engine.beginFrame();
      this.scene.render();
      this.#engine.endFrame();
    });
  }

  #resize(): void {
    this.#engine.resize();
    fitCamera(this.#camera, this.#canvas.clientWidth / this.#canvas.clientHeight);
    this.requestFrame();
  }

  /** Drags, the wheel and fingers turn and zoom, and keys do the same. */
  #turn(): void {
    const camera = this.#camera;
    // A frame reads what the pointer has done. While the view turns on, there is another one.
    camera.onViewMatrixChangedObservable.add(() => {
      this.requestFrame();
    });
    for (const type of ['pointermove', 'wheel']) {
      this.#canvas.addEventListener(type, () => {
        this.requestFrame();
      });
    }
    const actions: Partial<Record<string, () => void>> = {
      ArrowLeft: () => (camera.alpha += TURN),
      ArrowRight: () => (camera.alpha -= TURN),
      ArrowUp: () => (camera.beta -= TURN),
      ArrowDown: () => (camera.beta += TURN),
      '+': () => (camera.radius *= ZOOM),
      '-': () => (camera.radius /= ZOOM),
    };
    this.#canvas.addEventListener('keydown', (event) => {
      const action = actions[event.key];
      // An arrow key without Shift has moved the crosshair.
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
      this.requestFrame();
    });
  }
}
