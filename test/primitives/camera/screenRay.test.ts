import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClipSpace, screenRay } from 'slabtree';
import {
  type Camera,
  Matrix4,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

const canvas = { width: 800, height: 600 };
const clipSpaces: ClipSpace[] = ['opengl', 'webgpu'];

function perspective(clipSpace: ClipSpace, near = 0.1, far = 1000, fov = 60): PerspectiveCamera {
  return inClipSpace(new PerspectiveCamera(fov, canvas.width / canvas.height, near, far), clipSpace);
}

function orthographic(clipSpace: ClipSpace, near = 0.1, far = 1000): OrthographicCamera {
  return inClipSpace(new OrthographicCamera(-4, 4, 3, -3, near, far), clipSpace);
}

function inClipSpace<Some extends PerspectiveCamera | OrthographicCamera>(camera: Some, clipSpace: ClipSpace): Some {
  camera.coordinateSystem = clipSpace === 'opengl' ? WebGLCoordinateSystem : WebGPUCoordinateSystem;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

function rayOf(camera: Camera, x: number, y: number, clipSpace: ClipSpace): { origin: Vector3; direction: Vector3 } {
  const matrices = { view: camera.matrixWorldInverse, projection: camera.projectionMatrix };
  const { origin, direction } = screenRay({ x, y, ...canvas }, matrices, clipSpace);
  return {
    origin: new Vector3(origin.x, origin.y, origin.z),
    direction: new Vector3(direction.x, direction.y, direction.z),
  };
}

/** The ray that three.js casts under the same pixel. Its origin is not on the near plane. */
function rayOfThree(camera: PerspectiveCamera | OrthographicCamera, x: number, y: number): Raycaster['ray'] {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2((2 * x) / canvas.width - 1, 1 - (2 * y) / canvas.height), camera);
  return raycaster.ray;
}

/** How far in front of a camera a point is. */
function depthOf(camera: Camera, point: Vector3): number {
  return -point.clone().applyMatrix4(camera.matrixWorldInverse).z;
}

it('screenRay accepts a pointer and a camera with extra properties', () => {
  const camera = perspective('opengl');
  const pointer = { x: 200, y: 100, ...canvas };
  const matrices = { view: camera.matrixWorldInverse, projection: camera.projectionMatrix };
  const larger = { ...matrices, projectionMatrix: camera.projectionMatrix };
  expect(screenRay({ ...pointer, ...{ clientX: 3, clientY: 4 } }, larger)).toEqual(screenRay(pointer, matrices));
});

describe.each(clipSpaces)('screenRay in the clip space of %s', (clipSpace) => {
  it('the ray starts on the near plane in the middle of a perspective view', () => {
    const { origin, direction } = rayOf(perspective(clipSpace, 0.5), 400, 300, clipSpace);
    expect(origin.distanceTo(new Vector3(0, 0, -0.5))).toBeLessThan(1e-12);
    expect(direction.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-12);
  });

  it('screenRay counts pixels from the top left', () => {
    const camera = perspective(clipSpace);
    const topLeft = rayOf(camera, 0, 0, clipSpace).direction;
    const slope = Math.tan(Math.PI / 6);
    expect(topLeft.x / -topLeft.z).toBeCloseTo((-slope * 4) / 3, 12);
    expect(topLeft.y / -topLeft.z).toBeCloseTo(slope, 12);
    const bottomRight = rayOf(camera, 800, 600, clipSpace).direction;
    expect(bottomRight.x).toBeCloseTo(-topLeft.x, 12);
    expect(bottomRight.y).toBeCloseTo(-topLeft.y, 12);
  });

  it('the ray of an orthographic camera starts on the near plane and follows the view direction', () => {
    const camera = orthographic(clipSpace, 0.25);
    const { origin, direction } = rayOf(camera, 600, 150, clipSpace);
    expect(origin.distanceTo(new Vector3(2, 1.5, -0.25))).toBeLessThan(1e-12);
    expect(direction.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-12);
  });

  it("screenRay returns three.js's ray for any camera and pixel", async () => {
    await search(
      2,
      fc.property(fc.nat(), fc.boolean(), (seed, isPerspective) => {
        const random = new Random(seed);
        const near = random.between(0.1, 2);
        const camera = isPerspective
          ? perspective(clipSpace, near, random.between(10, 500), random.between(10, 120))
          : orthographic(clipSpace, near, random.between(10, 500));
        camera.position.set(...random.triple(-50, 50));
        camera.lookAt(...random.triple(-50, 50));
        camera.setViewOffset(
          2 * canvas.width,
          canvas.height,
          random.between(0, 800),
          random.between(-50, 50),
          800,
          600,
        );
        inClipSpace(camera, clipSpace);
        const x = random.between(0, canvas.width);
        const y = random.between(0, canvas.height);
        const { origin, direction } = rayOf(camera, x, y, clipSpace);
        const expected = rayOfThree(camera, x, y);
        expect(direction.length()).toBeCloseTo(1, 14);
        expect(direction.distanceTo(expected.direction)).toBeLessThan(1e-9);
        expect(depthOf(camera, origin)).toBeCloseTo(near, 10);
        expect(expected.distanceToPoint(origin)).toBeLessThan(1e-9);
      }),
    );
  });

  it('screenRay needs no far plane', () => {
    const near = 0.5;
    const camera = perspective(clipSpace, near);
    // The limit of the projection as the far plane goes to infinity.
    camera.projectionMatrix.elements[10] = -1;
    camera.projectionMatrix.elements[14] = clipSpace === 'opengl' ? -2 * near : -near;
    const { origin, direction } = rayOf(camera, 100, 200, clipSpace);
    const expected = rayOf(perspective(clipSpace, near), 100, 200, clipSpace);
    expect(origin.distanceTo(expected.origin)).toBeLessThan(1e-12);
    expect(direction.distanceTo(expected.direction)).toBeLessThan(1e-12);
  });

  it('the ray keeps its precision with a far plane a billion times as far as the near plane', () => {
    const { origin, direction } = rayOf(perspective(clipSpace, 0.1, 1e8), 100, 200, clipSpace);
    const expected = rayOf(perspective(clipSpace, 0.1, 10), 100, 200, clipSpace);
    expect(origin.distanceTo(expected.origin)).toBeLessThan(1e-8);
    expect(direction.distanceTo(expected.direction)).toBeLessThan(1e-12);
  });

  it('the ray is as precise at Earth-centred coordinates as at the origin', () => {
    const at = new Vector3(4.1e6, 1.2e6, 4.7e6);
    const camera = perspective(clipSpace, 1, 1e7);
    camera.lookAt(-4.1, -1.2, -4.7);
    inClipSpace(camera, clipSpace);
    const here = rayOf(camera, 650, 80, clipSpace);
    camera.position.copy(at);
    inClipSpace(camera, clipSpace);
    const there = rayOf(camera, 650, 80, clipSpace);
    // One unit in the last place of 4.7e6 is 9e-10.
    expect(there.direction.distanceTo(here.direction)).toBeLessThan(1e-14);
    expect(there.origin.clone().sub(at).distanceTo(here.origin)).toBeLessThan(1e-8);
    expect(depthOf(camera, there.origin)).toBeCloseTo(1, 7);
  });

  it('screenRay accepts a view matrix of three.js, whose last element is 1 up to rounding', () => {
    const camera = perspective(clipSpace);
    const expected = rayOf(camera, 100, 200, clipSpace);
    camera.matrixWorldInverse.elements[15] = 0.9999999999999998;
    const { origin, direction } = rayOf(camera, 100, 200, clipSpace);
    expect(origin.distanceTo(expected.origin)).toBeLessThan(1e-12);
    expect(direction.distanceTo(expected.direction)).toBeLessThan(1e-12);
  });

  it('the ray goes into the view if the projection mirrors', () => {
    const camera = perspective(clipSpace);
    camera.projectionMatrix.premultiply(new Matrix4().makeScale(-1, 1, 1));
    const mirrored = rayOf(camera, 100, 200, clipSpace).direction;
    const { direction } = rayOf(perspective(clipSpace), 700, 200, clipSpace);
    expect(mirrored.distanceTo(direction)).toBeLessThan(1e-12);
  });

  it('screenRay returns rays outside the canvas, too', () => {
    const camera = perspective(clipSpace);
    expect(
      rayOf(camera, -100, 900, clipSpace).direction.distanceTo(rayOfThree(camera, -100, 900).direction),
    ).toBeLessThan(1e-9);
  });
});

it.each([10, 1e8, Infinity])(
  'the ray of a perspective camera is the same with reversed depth and the far plane at %d',
  (far) => {
    const near = 0.5;
    const camera = perspective('webgpu', near);
    const expected = rayOf(camera, 100, 200, 'webgpu');
    // Depth goes from 1 on the near plane to 0 on the far one.
    camera.projectionMatrix.elements[10] = far === Infinity ? 0 : near / (far - near);
    camera.projectionMatrix.elements[14] = far === Infinity ? near : (far * near) / (far - near);
    const { origin, direction } = rayOf(camera, 100, 200, 'webgpu');
    expect(origin.distanceTo(expected.origin)).toBeLessThan(1e-12);
    expect(direction.distanceTo(expected.direction)).toBeLessThan(1e-12);
  },
);

it("the default clip space is OpenGL's", () => {
  const camera = perspective('opengl', 0.5);
  const matrices = { view: camera.matrixWorldInverse, projection: camera.projectionMatrix };
  expect(screenRay({ x: 1, y: 2, ...canvas }, matrices)).toEqual(
    screenRay({ x: 1, y: 2, ...canvas }, matrices, 'opengl'),
  );
});
