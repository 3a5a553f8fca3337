import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import { backends } from '../support/compare';
import { Random } from '../support/random';
import { vec } from '../support/triple';

const BOXES = 4000;
const PAIRS = 300_000;
const FIRST_PAIRS = 1000;
const PAIRS_A_ROUND = 500;
/** The pairs of a round use this many boxes, whose ids follow one another. */
const BOXES_A_ROUND = 100;

describe.each(backends)('many pairs of remove and add (%s)', (backend) => {
  /** A scene of unit boxes, and a function that removes a box of a round and adds one elsewhere. */
  const prepared = (): { scene: BoxScene; replace: (round: number) => void } => {
    const random = new Random(1);
    const scene = new BoxScene({ backend });
    const add = (): number => {
      const [x, y, z] = random.triple(-100, 100);
      return scene.addAabb({ min: vec([x, y, z]), max: vec([x + 1, y + 1, z + 1]) });
    };
    const ids = Array.from({ length: BOXES }, add);
    scene.commit();
    const replace = (round: number): void => {
      const which = (round * BOXES_A_ROUND + random.below(BOXES_A_ROUND)) % BOXES;
      scene.remove(ids[which]);
      ids[which] = add();
    };
    return { scene, replace };
  };

  it('the scene takes no more bytes than two trees and a build, with a commit after each round', () => {
    const { scene, replace } = prepared();
    const boxBytes = scene.byteLength - scene.statistics().nodeBytes;
    // For each box, less than 0.5 nodes with their paths in each tree, 32 bytes of reference and 40 of binary nodes.
    const most = boxBytes + BOXES * (2 * (0.5 * 264 + 4) + 72) + 10_000;
    for (let pair = 1; pair <= PAIRS; pair++) {
      replace(Math.floor(pair / PAIRS_A_ROUND));
      if (pair % PAIRS_A_ROUND !== 0) continue;
      scene.commit();
      expect(scene.byteLength).toBeLessThan(most);
    }
    expect(scene.size).toBe(BOXES);
    validate(scene[INTERNALS].currentTree());
  });

  it('the scene takes no more bytes than after the first thousand pairs, without a commit', () => {
    const { scene, replace } = prepared();
    let bytes = 0;
    for (let pair = 1; pair <= PAIRS; pair++) {
      replace(Math.floor(pair / PAIRS_A_ROUND));
      if (pair === FIRST_PAIRS) bytes = scene.byteLength;
    }
    expect(scene.byteLength).toBe(bytes);
    expect(scene.size).toBe(BOXES);
    validate(scene[INTERNALS].currentTree());
  });
});
