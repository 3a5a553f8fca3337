import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, frustumFromMatrix } from 'slabtree';
import { Matrix4, PerspectiveCamera } from 'three';
import { backends, compareCull, scenesOf } from '../support/compare';
import type { LoopPlane } from '../support/loop';
import { planeAmong } from '../support/planes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { triple } from '../support/triple';

describe('cull and the plain loop', () => {
  it.each(familyNames)('cull finds the boxes of the plain loop over %s', async (family) => {
    await search(
      1,
      fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
        const boxes = boxesOf(family, recipe);
        const { scenes, loop } = scenesOf(boxes, asArrays);
        const random = new Random(seed);
        for (let i = 0; i < 4; i++) {
          const planes = Array.from({ length: random.pick([0, 1, 2, 3, 6]) }, () => planeAmong(random, boxes));
          compareCull(scenes, loop, planes);
        }
      }),
    );
  });

  it('cull finds the boxes of the plain loop over larger scenes, with and without a mask', async () => {
    await search(
      0.5,
      fc.property(
        fc.constantFrom(...familyNames),
        recipes(600),
        fc.integer({ min: 0, max: 100 }),
        fc.nat(),
        (family, recipe, count, seed) => {
          const random = new Random(seed);
          const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0, 0x80000000]) }));
          const { scenes, loop } = scenesOf(boxes);
          const planes = Array.from({ length: count }, () => planeAmong(random, boxes));
          compareCull(scenes, loop, planes);
          // With at least half of the boxes in front of each plane, volumes are seldom empty.
          const turned = planes.map((plane) =>
            facingMost(
              plane,
              boxes.map(({ min }) => min),
            ),
          );
          compareCull(scenes, loop, turned);
          compareCull(scenes, loop, turned, random.pick([0, 1, 2, 3, -1, 0x80000000]));
        },
      ),
    );
  });

  it('cull finds the boxes of the plain loop in the frustums of cameras', async () => {
    await search(
      1,
      fc.property(recipes(300), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const { scenes, loop } = scenesOf(boxesOf('random boxes', recipe));
        const camera = new PerspectiveCamera(
          random.between(10, 120),
          random.between(0.5, 2),
          0.1,
          random.between(1, 50),
        );
        camera.position.set(...random.triple(-20, 20));
        camera.lookAt(...random.triple(-5, 5));
        camera.updateMatrixWorld();
        const planes = frustumFromMatrix(
          new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
        );
        compareCull(
          scenes,
          loop,
          planes.map(({ normal, constant }) => ({ normal: triple(normal), constant })),
        );
      }),
    );
  });
});

function facingMost(
  { normal, constant }: LoopPlane,
  points: readonly (readonly [number, number, number])[],
): LoopPlane {
  const [a, b, c] = normal;
  const inFront = points.filter(([x, y, z]) => a * x + b * y + c * z + constant > 0).length;
  return 2 * inFront >= points.length ? { normal, constant } : { normal: [-a, -b, -c], constant: -constant };
}

describe.each(backends)('BoxScene.cull (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  const within = scene.addAabb({ min: { x: 1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } }, 0b01);
  const across = scene.addAabb({ min: { x: -1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } }, 0b10);
  const touching = scene.addAabb({ min: { x: 0, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } }, 0b01);
  scene.addAabb({ min: { x: -2, y: 1, z: 1 }, max: { x: -1, y: 2, z: 2 } });
  const corner = [
    { normal: { x: 1, y: 0, z: 0 }, constant: 0 },
    { normal: { x: 0, y: 1, z: 0 }, constant: 0 },
    { normal: { x: 0, y: 0, z: 1 }, constant: 0 },
  ];

  it('cull separates boxes inside the volume from boxes that its planes cut or touch', () => {
    const { inside, crossing } = scene.cull(corner);
    expect([...inside]).toEqual([within]);
    expect([...crossing].sort()).toEqual([across, touching]);
  });

  it('cull marks the boxes that may lie outside: those that several planes cut or touch', () => {
    const scene = new BoxScene({ backend });
    scene.addAabb({ min: { x: -1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } });
    const atEdge = scene.addAabb({ min: { x: -1, y: 0, z: 1 }, max: { x: 2, y: 2, z: 2 } });
    expect([...scene.cull(corner).edges]).toEqual([atEdge]);
  });

  it('cull leaves out boxes that share no bit with the mask', () => {
    const { inside, crossing } = scene.cull(corner, { mask: 0b10 });
    expect([...inside]).toEqual([]);
    expect([...crossing]).toEqual([across]);
  });

  it('cull finds all boxes inside if there are no planes', () => {
    const { inside, crossing } = scene.cull([]);
    expect([...inside].sort()).toEqual([0, 1, 2, 3]);
    expect(crossing.size).toBe(0);
  });

  it('cull finds nothing in a scene without boxes', () => {
    const { inside, crossing } = new BoxScene({ backend }).cull(corner);
    expect([inside.size, crossing.size]).toEqual([0, 0]);
  });
});
