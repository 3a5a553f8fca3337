import { Matrix4, type Object3D, Plane, SkinnedMesh, Sprite, Vector3 } from 'three';
import { frustumFromMatrix, planeSide } from 'slabtree';
import { type IndexedSet, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';
import type { Random } from '../support/random';
import { changeScene } from '../support/three/changes';
import { type Part, partsOf } from '../support/three/loop';
import { cameraAmong } from '../support/three/rays';
import { GeneratedScene } from '../support/three/scenes';
import { seeds } from '../support/three/seeds';

const ROUNDS = 4;

describe('the sets that an index gives', () => {
  it('hold by the side of a plane what a loop of planeSide over all boxes finds there', async () => {
    await search(
      0.4,
      seeds((random, context) => {
        whileItChanges(random, (index) => {
          const plane = planeAmong(random);
          const parts = partsOf(index.root);
          const { front, crossing, back } = index.split(plane);
          const onSide = (side: number) => namesOf(parts.filter(({ box }) => planeSide(box, plane) === side));
          expect({ front: namesIn(front), crossing: namesIn(crossing), back: namesIn(back), ...context }).toEqual({
            front: onSide(1),
            crossing: onSide(0),
            back: onSide(-1),
            ...context,
          });
        });
      }),
    );
  });

  it('hold what a camera may see: what lies behind none of the planes of its view, and is on one of its layers', async () => {
    await search(
      0.4,
      seeds((random, context) => {
        whileItChanges(random, (index) => {
          const camera = cameraAmong(random);
          if (random.chance(0.3)) camera.layers.set(random.below(3));
          const planes = frustumFromMatrix(
            new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
          );
          const sides = partsOf(index.root)
            .filter(({ object }) => object.layers.test(camera.layers))
            .map((part) => ({ part, least: Math.min(...planes.map((plane) => planeSide(part.box, plane))) }));
          const withLeast = (side: number) =>
            namesOf(sides.filter(({ least }) => least === side).map(({ part }) => part));
          const { inside, crossing } = index.cull(camera);
          expect({ inside: namesIn(inside), crossing: namesIn(crossing), ...context }).toEqual({
            inside: withLeast(1),
            crossing: withLeast(0),
            ...context,
          });
        });
      }),
    );
  });
});

function whileItChanges(random: Random, check: (index: SceneIndex) => void): void {
  const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true);
  const index = SceneIndex.from(scene.root);
  for (let round = 0; round < ROUNDS; round++) {
    check(index);
    changeScene(scene, random.pick([1, 6]));
    index.update();
  }
}

/** Not through the grid, where rounding decides what touches. */
function planeAmong(random: Random): Plane {
  return new Plane(new Vector3(...random.direction()), random.between(-4, 4));
}

/** The names of what is in a set, but for what {@link partsOf} leaves out. */
function namesIn(set: IndexedSet): string[] {
  const parts = set.toArray();
  expect(set.size).toBe(parts.length);
  return namesOf(parts.filter(({ object }) => !(object instanceof Sprite || object instanceof SkinnedMesh)));
}

function namesOf(parts: readonly (Omit<Part, 'box'> & { object: Object3D })[]): string[] {
  return parts.map(({ object, instanceId, batchId }) => `${object.name} ${instanceId ?? batchId ?? ''}`).sort();
}
