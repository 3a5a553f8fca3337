import { type Backend, BoxScene, type BoxSceneOptions } from 'slabtree';
import { Random } from '../../support/random';

/** Boxes from -50 to 50, 6 numbers each. */
export function someBoxes(count: number, seed = 1): Float64Array {
  const random = new Random(seed);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const min = random.triple(-50, 50);
    boxes.set(min, 6 * i);
    boxes.set(
      min.map((coordinate) => coordinate + random.between(0, 5)),
      6 * i + 3,
    );
  }
  return boxes;
}

/** A scene of both kinds of boxes with three masks. Some boxes have been removed. */
export function someScene(backend: Backend, options: BoxSceneOptions = { shared: true }): BoxScene {
  const scene = new BoxScene({ backend, ...options });
  scene.addAabbs(someBoxes(1500));
  const random = new Random(2);
  const matrices = new Float32Array(16 * 300);
  for (let i = 0; i < 300; i++) {
    const linear = Array.from({ length: 3 }, () => [...random.triple(-2, 2), 0]).flat();
    matrices.set([...linear, ...random.triple(-50, 50), 1], 16 * i);
  }
  scene.addObbs({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } }, matrices);
  for (let id = 0; id < 1800; id++) if (id % 3 > 0) scene.setMask(id, id % 3);
  for (let id = 0; id < 1800; id += 7) scene.remove(id);
  return scene;
}

export function someRays(count: number, seed = 3, NumbersOf: typeof Float32Array | typeof Float64Array = Float64Array) {
  const random = new Random(seed);
  const rays = new NumbersOf(6 * count);
  for (let i = 0; i < count; i++) {
    rays.set(random.triple(-60, 60), 6 * i);
    rays.set(random.direction(), 6 * i + 3);
  }
  return rays;
}

export function somePoints(count: number): Float64Array {
  const random = new Random(4);
  return Float64Array.from({ length: 3 * count }, () => random.between(-60, 60));
}

/** Capsules and their motions, 10 numbers each. */
export function someMotions(count: number, seed = 5): Float64Array {
  const random = new Random(seed);
  const motions = new Float64Array(10 * count);
  for (let i = 0; i < count; i++) {
    const at = random.triple(-60, 60);
    motions.set(at, 10 * i);
    motions.set([at[0], at[1] + random.between(0, 2), at[2], random.between(0, 1)], 10 * i + 3);
    motions.set(random.triple(-40, 40), 10 * i + 7);
  }
  return motions;
}

/** The bytes of the memory that threads share. */
export function memoryBytes(scene: BoxScene): number {
  return (scene.handle().memory as WebAssembly.Memory).buffer.byteLength;
}
