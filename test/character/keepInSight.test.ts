import { Matrix } from '@babylonjs/core/Maths/math.vector';
import fc from 'fast-check';
import { BoxScene, overlaps, type Triangle, type Vec3 } from 'slabtree';
import { keepInSight } from 'slabtree/character';
import { OrthographicCamera, PerspectiveCamera, Vector3, WebGPUCoordinateSystem } from 'three';
import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';

const head = { x: 0, y: 1.6, z: 0 };

/** The corners of a camera's near plane, for a camera that looks at the target. */
function nearCorners(camera: PerspectiveCamera, position: Vec3, target: Vec3): Vector3[] {
  camera.position.set(position.x, position.y, position.z);
  camera.lookAt(target.x, target.y, target.z);
  camera.updateMatrixWorld();
  return [-1, 1].flatMap((x) => [-1, 1].map((y) => new Vector3(x, y, -1).unproject(camera)));
}

describe('keepInSight', () => {
  it('a camera with nothing behind its target is where it should be', () => {
    const camera = new PerspectiveCamera(60, 1.5, 0.1, 100);
    const position = { x: 0, y: 3, z: 6 };
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 } });
    const sight = keepInSight(scene, head, { position, projection: camera.projectionMatrix });
    expect(sight).toEqual({ position, distance: Math.hypot(1.4, 6), hit: null });
  });

  it('a camera behind a wall comes before it, and its near plane touches nothing', async () => {
    await search(
      3,
      fc.property(
        fc.record({
          fov: fc.integer({ min: 20, max: 110 }),
          aspect: fc.double({ min: 0.4, max: 3, noNaN: true }),
          near: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
          at: fc.double({ min: 1.5, max: 5, noNaN: true }),
          x: fc.double({ min: -4, max: 4, noNaN: true }),
          y: fc.double({ min: 0.5, max: 5, noNaN: true }),
          turn: fc.double({ min: -1, max: 1, noNaN: true }),
        }),
        ({ fov, aspect, near, at, x, y, turn }) => {
          const camera = new PerspectiveCamera(fov, aspect, near, 100);
          const scene = new BoxScene();
          const [c, s] = [Math.cos(turn), Math.sin(turn)];
          const wall = {
            min: { x: -20, y: -20, z: 0 },
            max: { x: 20, y: 20, z: 0.1 },
            matrix: [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, at, 1],
          };
          const id = scene.addObb(wall);
          const { position, hit, distance } = keepInSight(scene, head, {
            position: { x, y, z: 9 },
            projection: camera.projectionMatrix,
          });
          if (hit === null) return;
          expect(hit.id).toBe(id);
          expect(distance).toBeCloseTo(Math.hypot(position.x - head.x, position.y - head.y, position.z - head.z), 9);
          if (distance < 1e-3) return;
          const [a, b, c0, d] = nearCorners(camera, position, head);
          const halves: Triangle[] = [
            { a, b, c: c0 },
            { a: d, b, c: c0 },
          ];
          for (const half of halves) expect(overlaps(half, wall)).toBe(false);
        },
      ),
    );
  });

  it('the near plane is found in all depths: of WebGL, of WebGPU, reversed, and without a far plane', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -9, z: 3 }, max: { x: 9, y: 9, z: 4 } });
    const distances = (['opengl', 'webgpu'] as const).flatMap((clipSpace) =>
      [100, 1e9].flatMap((far) =>
        [false, true].map((reversed) => {
          const camera = new PerspectiveCamera(60, 1.5, 0.1, far);
          if (clipSpace === 'webgpu') camera.coordinateSystem = WebGPUCoordinateSystem;
          Object.assign(camera, { _reversedDepth: reversed });
          camera.updateProjectionMatrix();
          const position = { x: 0, y: 1.6, z: 9 };
          return keepInSight(scene, head, { position, projection: camera.projectionMatrix }, { clipSpace }).distance;
        }),
      ),
    );
    const [height] = [0.1 * Math.tan(Math.PI / 6)];
    const reach = Math.hypot(0.1, height, 1.5 * height);
    for (const distance of distances) expect(distance).toBeCloseTo(3 - reach * (1 + 1 / 16), 6);
  });

  it('the near plane is found whether the view is left-handed or right-handed', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -9, z: 3 }, max: { x: 9, y: 9, z: 4 } });
    const position = { x: 0, y: 1.6, z: 9 };
    for (const clipSpace of ['opengl', 'webgpu'] as const) {
      const isHalf = clipSpace === 'webgpu';
      const [left, right] = [
        Matrix.PerspectiveFovLH(1, 1.5, 0.1, 100, isHalf),
        Matrix.PerspectiveFovRH(1, 1.5, 0.1, 100, isHalf),
      ].map(({ m }) => keepInSight(scene, head, { position, projection: m }, { clipSpace }));
      expect(left).toEqual(right);
      expect(left.distance).toBeLessThan(3);
    }
  });

  it('a target that touches a wall is left away from the wall', () => {
    const camera = new PerspectiveCamera(60, 1.5, 0.1, 100);
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -9, z: -2 }, max: { x: 9, y: 9, z: 0 } });
    const position = { x: 0, y: 1.6, z: 4 };
    expect(keepInSight(scene, head, { position, projection: camera.projectionMatrix }).hit).toBeNull();
  });

  it('a mask and a filter leave things out', () => {
    const camera = new PerspectiveCamera(60, 1.5, 0.1, 100);
    const scene = new BoxScene();
    scene.addAabb({ min: { x: -9, y: -9, z: 2 }, max: { x: 9, y: 9, z: 3 } }, 2);
    const wish = { position: { x: 0, y: 1.6, z: 6 }, projection: camera.projectionMatrix };
    expect(keepInSight(scene, head, wish).hit?.id).toBe(0);
    expect(keepInSight(scene, head, wish, { mask: 1 }).hit).toBeNull();
    expect(keepInSight(scene, head, wish, { filter: () => false }).hit).toBeNull();
    expect(keepInSight(scene, head, wish, { margin: 1 }).distance).toBeLessThan(1);
  });

  it('an orthographic projection is refused', () => {
    const { projectionMatrix } = new OrthographicCamera(-1, 1, 1, -1, 0.1, 9);
    const camera = { position: { x: 0, y: 0, z: 1 }, projection: projectionMatrix };
    expect(() => keepInSight(new BoxScene(), head, camera)).toThrow('perspective');
  });
});
