import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClipSpace, frustumFromMatrix } from 'slabtree';
import {
  Frustum,
  Matrix4,
  OrthographicCamera,
  PerspectiveCamera,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

const clipSpaces: ClipSpace[] = ['opengl', 'webgpu'];

describe.each(clipSpaces)('frustum planes in the clip space of %s', (clipSpace) => {
  const system = clipSpace === 'opengl' ? WebGLCoordinateSystem : WebGPUCoordinateSystem;

  it('the planes are left, right, bottom, top, near and far, with inward normals', () => {
    const camera = new OrthographicCamera(-4, 5, 6, -7, 0.5, 100);
    camera.coordinateSystem = system;
    camera.updateProjectionMatrix();
    const planes = frustumFromMatrix(camera.projectionMatrix, clipSpace);
    const expected = [
      [1, 0, 0, 4],
      [-1, 0, 0, 5],
      [0, 1, 0, 7],
      [0, -1, 0, 6],
      [0, 0, -1, -0.5],
      [0, 0, 1, 100],
    ];
    expect(planes).toHaveLength(6);
    planes.forEach(({ normal, constant }, i) => {
      [normal.x, normal.y, normal.z, constant].forEach((value, k) => {
        expect(value).toBeCloseTo(expected[i][k], 10);
      });
    });
  });

  it('the planes equal those of three.js for any camera position and direction', async () => {
    await search(
      2,
      fc.property(fc.nat(), fc.boolean(), (seed, isPerspective) => {
        const random = new Random(seed);
        const far = random.between(10, 1000);
        const camera = isPerspective
          ? new PerspectiveCamera(random.between(10, 120), random.between(0.3, 3), random.between(0.1, 5), far)
          : new OrthographicCamera(-random.next(), random.next(), random.next(), -random.next(), 0.1, far);
        camera.coordinateSystem = system;
        camera.updateProjectionMatrix();
        camera.position.set(...random.triple(-50, 50));
        camera.lookAt(...random.triple(-50, 50));
        camera.updateMatrixWorld();
        const viewProjection = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
        const planes = frustumFromMatrix(viewProjection, clipSpace);
        // three.js orders them right, left, bottom, top, far, near.
        const [right, left, bottom, top, far_, near] = new Frustum().setFromProjectionMatrix(
          viewProjection,
          system,
        ).planes;
        [left, right, bottom, top, near, far_].forEach((plane, i) => {
          expect(planes[i].normal.x).toBeCloseTo(plane.normal.x, 12);
          expect(planes[i].normal.y).toBeCloseTo(plane.normal.y, 12);
          expect(planes[i].normal.z).toBeCloseTo(plane.normal.z, 12);
          expect(Math.abs(planes[i].constant - plane.constant)).toBeLessThan(
            1e-12 * Math.max(1, Math.abs(plane.constant)),
          );
        });
      }),
    );
  });

  it('a view volume with its far plane at infinity has five planes', () => {
    const near = 0.5;
    const camera = new PerspectiveCamera(60, 1, near, 100);
    camera.coordinateSystem = system;
    camera.updateProjectionMatrix();
    const withFar = frustumFromMatrix(camera.projectionMatrix, clipSpace);
    camera.projectionMatrix.elements[10] = -1;
    camera.projectionMatrix.elements[14] = clipSpace === 'opengl' ? -2 * near : -near;
    const planes = frustumFromMatrix(camera.projectionMatrix, clipSpace);
    expect(planes).toHaveLength(5);
    planes.slice(0, 4).forEach((plane, i) => {
      expect(plane).toEqual(withFar[i]);
    });
    expect(planes[4].normal.z).toBeCloseTo(-1, 14);
    expect(planes[4].constant).toBeCloseTo(-near, 14);
  });
});

it.each([1.5e308, 1, 1e-300, 1e-307])('the normals have length 1 where the numbers of a matrix are %s', (size) => {
  const planes = frustumFromMatrix([size, size, 0, 0, size, -size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1]);
  for (const { normal } of planes) expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 14);
  expect(planes[0].normal.x).toBeCloseTo(Math.SQRT1_2, 14);
});

it('the planes are sums of rows, divided by a length that rounds alike in every engine', async () => {
  await search(
    2,
    fc.property(fc.nat(), fc.constantFrom(1, 2 ** 600, 2 ** -600), (seed, scale) => {
      const random = new Random(seed);
      const row = () => Array.from({ length: 4 }, () => random.between(-1, 1));
      const rows = [row(), row(), row(), row()];
      const columnMajor = [0, 1, 2, 3].flatMap((column) => rows.map((each) => scale * each[column]));
      const expected = [0, 1, 2].flatMap((axis) =>
        [1, -1].map((sign) => {
          const [x, y, z, constant] = rows[axis].map((value, column) => sign * value + rows[3][column]);
          const length = Math.sqrt(x * x + y * y + z * z);
          return { normal: { x: x / length, y: y / length, z: z / length }, constant: constant / length };
        }),
      );
      expect(frustumFromMatrix(columnMajor)).toEqual(expected);
    }),
  );
});

it('reversed depth gives the same planes, with far before near', () => {
  const matrix = (isReversed: boolean): Matrix4 =>
    new Matrix4().makePerspective(-1, 1, 0.5, -0.5, 1, 100, WebGPUCoordinateSystem, isReversed);
  const [left, right, bottom, top, near, far] = frustumFromMatrix(matrix(false), 'webgpu');
  const reversed = frustumFromMatrix(matrix(true), 'webgpu');
  [left, right, bottom, top, far, near].forEach(({ normal, constant }, i) => {
    expect(reversed[i].normal.x).toBeCloseTo(normal.x, 12);
    expect(reversed[i].normal.y).toBeCloseTo(normal.y, 12);
    expect(reversed[i].normal.z).toBeCloseTo(normal.z, 12);
    expect(reversed[i].constant).toBeCloseTo(constant, 10);
  });
});

it("the default clip space is OpenGL's", () => {
  const { projectionMatrix } = new PerspectiveCamera(60, 1, 0.1, 100);
  expect(frustumFromMatrix(projectionMatrix)).toEqual(frustumFromMatrix(projectionMatrix, 'opengl'));
});
