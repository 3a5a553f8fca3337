import { describe, expect, it } from 'vitest';
import { BoxScene, obbFromCenter } from 'slabtree';
import { backends, compareOverlap } from '../support/compare';
import { wildFamilyNames } from '../support/scenes';
import { searchFamily, searchMixed } from '../support/searchQueries';
import { shapeAmong } from '../support/shapes';

const overlap = { among: shapeAmong, compare: compareOverlap };

describe('overlap and the loop', () => {
  it.each(wildFamilyNames)('overlap finds the boxes of a loop of overlaps over %s', async (family) => {
    await searchFamily(family, overlap);
  });

  it('overlap finds the boxes of a loop over larger scenes of several families, with and without a mask', async () => {
    await searchMixed(wildFamilyNames, overlap);
  });
});

describe.each(backends)('BoxScene.overlap (%s)', (backend) => {
  const scene = new BoxScene({ backend });
  const unit = scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } }, 0b01);
  const flat = scene.addAabb({ min: { x: 2, y: 0, z: 0 }, max: { x: 2, y: 1, z: 1 } }, 0b10);
  const point = scene.addAabb({ min: { x: 3, y: 0.5, z: 0.5 }, max: { x: 3, y: 0.5, z: 0.5 } }, 0b01);
  const turned = scene.addObb(
    obbFromCenter({ x: 10, y: 0, z: 0 }, { x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: 1, w: 1 + Math.SQRT2 }),
    0b10,
  );

  it('overlap finds boxes that only touch the shape', () => {
    const beside = { min: { x: 1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } };
    expect([...scene.overlap(beside)].sort()).toEqual([unit, flat]);
    expect([...scene.overlap({ center: { x: 2.5, y: 0.5, z: 0.5 }, radius: 0.5 })].sort()).toEqual([flat, point]);
    expect([...scene.overlap({ center: { x: 3, y: 0.5, z: 0.5 }, radius: 0 })]).toEqual([point]);
  });

  it('overlap tests a rotated box itself, and not the bounds around it', () => {
    const corner = { min: { x: 11, y: 1, z: 0 }, max: { x: 12, y: 2, z: 1 } };
    expect([...scene.overlap(corner)]).toEqual([]);
    expect([...scene.overlap({ ...corner, min: { x: 11, y: 0, z: 0 } })]).toEqual([turned]);
    expect([...scene.overlap({ center: { x: 11, y: 1, z: 0 }, radius: 0.4 })]).toEqual([]);
    expect([...scene.overlap({ center: { x: 11, y: 1, z: 0 }, radius: 0.42 })]).toEqual([turned]);
  });

  it('overlap tests an oriented box as the shape itself, and not the bounds around it', () => {
    const diamond = obbFromCenter({ x: 2, y: 2, z: 0 }, { x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: 1, w: 1 + Math.SQRT2 });
    expect([...scene.overlap(diamond)]).toEqual([flat]);
    // In the bounds is a corner of another box.
    const bounds = { min: { x: 0.6, y: 0.6, z: -1 }, max: { x: 3.4, y: 3.4, z: 1 } };
    expect([...scene.overlap(bounds)].sort()).toEqual([unit, flat]);
  });

  it('overlap leaves out boxes that share no bit with the mask', () => {
    const all = { min: { x: -100, y: -100, z: -100 }, max: { x: 100, y: 100, z: 100 } };
    expect(scene.overlap(all).size).toBe(4);
    expect(scene.overlap(all, { mask: 0b10 }).size).toBe(2);
    expect([...scene.overlap(all, { mask: 0b10 })].sort()).toEqual([flat, turned]);
  });

  it('overlap returns a set that throws when the scene has changed', () => {
    const moved = new BoxScene({ backend });
    const id = moved.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    const everything = { center: { x: 0, y: 0, z: 0 }, radius: 1e6 };
    const set = moved.overlap(everything);
    expect(set.size).toBe(1);
    moved.setAabb(id, { min: { x: 2e6, y: 0, z: 0 }, max: { x: 3e6, y: 1, z: 1 } });
    expect(() => set.size).toThrow('query again');
    expect(moved.overlap(everything).size).toBe(0);
  });

  it('overlap accepts shapes that are as large, as small or as far away as numbers can be', () => {
    for (const size of [1e-300, 1e-30, 1e10, 1e30, 1e200, 1.7e308]) {
      const box = { min: { x: -size, y: -size, z: -size }, max: { x: size, y: size, z: size } };
      const sphere = { center: { x: 0, y: 0, z: 0 }, radius: size };
      const expected = size < 1 ? 1 : 4;
      expect(scene.overlap(box).size).toBe(expected);
      expect(scene.overlap(sphere).size).toBe(expected);
      expect(scene.overlap({ ...sphere, center: { x: 1.7e308, y: 0, z: 0 } }).size).toBe(size < 1.7e308 ? 0 : 4);
    }
  });

  it('overlap finds nothing in a scene without boxes', () => {
    const set = new BoxScene({ backend }).overlap({ center: { x: 0, y: 0, z: 0 }, radius: 1 });
    expect([...set]).toEqual([]);
    expect(set.size).toBe(0);
  });

  it('overlap finds more boxes than the first list can hold', () => {
    const many = new BoxScene({ backend });
    const boxes = new Float32Array(6 * 50_000);
    for (let i = 0; i < 50_000; i++)
      boxes.set([i % 224, (i / 224) | 0, 0, (i % 224) + 1, ((i / 224) | 0) + 1, 1 + (i % 3)], 6 * i);
    many.addAabbs(boxes);
    const layer = { min: { x: -1, y: -1, z: 1 }, max: { x: 1000, y: 1000, z: 1 } };
    expect(many.overlap(layer).size).toBe(50_000);
    expect(many.overlap({ ...layer, min: { x: -1, y: -1, z: 1.5 }, max: { x: 1000, y: 1000, z: 1.5 } }).size).toBe(
      33_333,
    );
  });
});
