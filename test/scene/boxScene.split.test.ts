import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends, compareSplit } from '../support/compare';
import { planeAmong } from '../support/planes';
import { familyNames } from '../support/scenes';
import { searchFamily, searchMixed } from '../support/searchQueries';

const split = { among: planeAmong, compare: compareSplit };

describe('split and the plain loop', () => {
  it.each(familyNames)('split sorts the boxes like the plain loop over %s', async (family) => {
    await searchFamily(family, split);
  });

  it('split sorts the boxes like the plain loop over larger scenes, with and without a mask', async () => {
    await searchMixed(familyNames, split);
  });
});

describe.each(backends)('BoxScene.split (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  const above = scene.addAabb({ min: { x: 0, y: 1, z: 0 }, max: { x: 1, y: 2, z: 1 } }, 0b01);
  const across = scene.addAabb({ min: { x: 0, y: -1, z: 0 }, max: { x: 1, y: 1, z: 1 } }, 0b10);
  const touching = scene.addAabb({ min: { x: 0, y: -1, z: 0 }, max: { x: 1, y: 0, z: 1 } }, 0b01);
  const below = scene.addAabb({ min: { x: 0, y: -3, z: 0 }, max: { x: 1, y: -2, z: 1 } }, 0b10);
  const ground = { normal: { x: 0, y: 1, z: 0 }, constant: 0 };

  it('split counts a box that touches the plane as crossing', () => {
    const { front, crossing, back } = scene.split(ground);
    expect([...front]).toEqual([above]);
    expect([...crossing].sort()).toEqual([across, touching]);
    expect([...back]).toEqual([below]);
  });

  it('split leaves out boxes that share no bit with the mask', () => {
    const { front, crossing, back } = scene.split(ground, { mask: 0b10 });
    expect([front.size, crossing.size, back.size]).toEqual([0, 1, 1]);
    expect([...crossing.toArray()]).toEqual([across]);
    expect([...back]).toEqual([below]);
  });

  it('split swaps front and back if the normal is reversed', () => {
    const { front, crossing, back } = scene.split({ normal: { x: 0, y: -1, z: 0 }, constant: 0 });
    expect([...front]).toEqual([below]);
    expect(crossing.size).toBe(2);
    expect([...back]).toEqual([above]);
  });

  it('split returns three empty sets in a scene without boxes', () => {
    const { front, crossing, back } = new BoxScene({ backend }).split(ground);
    expect([...front, ...crossing, ...back]).toEqual([]);
    expect([front.size, crossing.size, back.size]).toEqual([0, 0, 0]);
  });
});
