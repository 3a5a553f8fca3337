import {
  type BufferGeometry,
  Color,
  DirectionalLight,
  Euler,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** The module `playground`: a picture with light and a camera, so that a program is about what it shows. */

type Triple = readonly [x: number, y: number, z: number];

export interface StageOptions {
  /** Where the camera is. */
  readonly from?: Triple;
  /** The point that it looks at. */
  readonly to?: Triple;
}

export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly controls: OrbitControls;
  /** Where the pointer is on the page. It wanders over the picture by itself until a mouse or finger comes. */
  readonly pointer: { clientX: number; clientY: number };
  /** Adds a mesh of one color, which is transparent if its opacity is below 1. */
  addMesh(geometry: BufferGeometry, color: Color, opacity?: number): Mesh<BufferGeometry, MeshLambertMaterial>;
  /** Adds a mesh with an instance for each matrix. Its geometry has a `boundingBox`. */
  addInstances(geometry: BufferGeometry, matrices: readonly Matrix4[]): InstancedMesh;
  /** Calls a function before each frame, with the seconds since the start and since the frame before. */
  eachFrame(prepare: (seconds: number, passed: number) => void): void;
}

/** The colors of the page, light or dark as the system is. */
export const colors = {
  get background() {
    return color('background');
  },
  get ink() {
    return color('ink');
  },
  get grid() {
    return color('grid');
  },
  get hit() {
    return color('hit');
  },
  get miss() {
    return color('miss');
  },
  get accent() {
    return color('accent');
  },
  get shape() {
    return color('shape');
  },
};

function color(name: string): Color {
  return new Color(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
}

/** The angle across the shorter side of the picture, in degrees. */
const ANGLE = 40;

/** Makes a scene on the canvas of the page, with a camera that the pointer turns, and draws it in each frame. */
export function createStage({ from = [7, 6, 10], to = [0, 0, 0] }: StageOptions = {}): Stage {
  const canvas = document.querySelector('canvas');
  if (canvas === null) throw new Error('the page must have a canvas');
  const context = canvas.getContext('webgl2', { antialias: true });
  if (context === null) throw new Error('this picture needs WebGL 2, which this browser does not offer');
  const renderer = new WebGLRenderer({ canvas, context });
  const scene = new Scene();
  const camera = new PerspectiveCamera(ANGLE, 1, 0.1, 1000);
  camera.position.set(...from);
  const controls = new OrbitControls(camera, canvas);
  controls.target.set(...to);
  controls.update();
  const sun = new DirectionalLight(0xffffff, 2.2);
  sun.position.set(3, 6, 4);
  scene.add(sun, new HemisphereLight(0xffffff, 0x8890a0, 1.6));

  const fit = (): void => {
    const aspect = Math.max(1, innerWidth) / Math.max(1, innerHeight);
    const half = Math.tan((ANGLE / 2) * (Math.PI / 180)) / Math.min(1, aspect);
    camera.fov = 2 * Math.atan(half) * (180 / Math.PI);
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(innerWidth, innerHeight, false);
  };
  const followTheme = (): void => {
    scene.background = colors.background;
  };
  fit();
  followTheme();
  addEventListener('resize', fit);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', followTheme);

  const pointer = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
  let wanders = true;
  // For people who want less motion, nothing moves before they come to the picture.
  let isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const type of ['pointermove', 'pointerdown'] as const) {
    canvas.addEventListener(type, ({ clientX, clientY }) => {
      wanders = false;
      isMoving = true;
      Object.assign(pointer, { clientX, clientY });
    });
  }
  canvas.addEventListener('focus', () => {
    isMoving = true;
  });

  const prepares: ((seconds: number, passed: number) => void)[] = [];
  let seconds = 0;
  let before = performance.now();
  renderer.setAnimationLoop((now) => {
    // After a pause, as when the page was hidden, time goes on where it was.
    const passed = isMoving ? Math.min(Math.max(0, now - before) / 1000, 0.1) : 0;
    before = now;
    seconds += passed;
    if (wanders) {
      pointer.clientX = innerWidth * (0.5 + 0.3 * Math.sin(0.7 * seconds));
      pointer.clientY = innerHeight * (0.5 + 0.25 * Math.sin(1.1 * seconds + 1));
    }
    try {
      for (const prepare of prepares) prepare(seconds, passed);
      renderer.render(scene, camera);
    } catch (error) {
      // It would come again in each frame.
      renderer.setAnimationLoop(null);
      throw error;
    }
  });

  return {
    scene,
    camera,
    canvas,
    controls,
    pointer,
    addMesh: (geometry, color, opacity = 1) => {
      // What is behind a transparent mesh shows, whatever is drawn first.
      const isSolid = opacity === 1;
      const material = new MeshLambertMaterial({ color, opacity, transparent: !isSolid, depthWrite: isSolid });
      const mesh = new Mesh(geometry, material);
      scene.add(mesh);
      return mesh;
    },
    addInstances: (geometry, matrices) => {
      const instances = new InstancedMesh(geometry, new MeshLambertMaterial(), matrices.length);
      matrices.forEach((matrix, i) => {
        instances.setMatrixAt(i, matrix);
      });
      geometry.computeBoundingBox();
      paint(instances, colors.shape);
      scene.add(instances);
      return instances;
    },
    eachFrame: (prepare) => {
      prepares.push(prepare);
    },
  };
}

/** Paints instances: all of them, or those with these numbers. */
export function paint(instances: InstancedMesh, color: Color, ids?: Iterable<number>): void {
  for (const id of ids ?? Array(instances.count).keys()) instances.setColorAt(id, color);
  if (instances.instanceColor !== null) instances.instanceColor.needsUpdate = true;
}

/** The matrix that turns, scales and then moves something. Turns are Euler angles, in radians. */
export function place(position: Vector3, size = new Vector3(1, 1, 1), turn = new Vector3()): Matrix4 {
  return new Matrix4().compose(position, new Quaternion().setFromEuler(new Euler().setFromVector3(turn)), size);
}

/** What a function makes of the numbers from 0 on. */
export function many<Made>(count: number, make: (i: number) => Made): Made[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** A number from 0 to 1 that looks like drawn at random, and is the same in each run. */
export function random(i: number): number {
  return Math.abs(Math.sin(i * 12.9898 + 78.233) * 43758.5453) % 1;
}

/** Three of these numbers, from `least` to `most`. */
export function randomPoint(i: number, least: number, most: number): Vector3 {
  const number = (k: number): number => least + (most - least) * random(3 * i + k);
  return new Vector3(number(0), number(1), number(2));
}
