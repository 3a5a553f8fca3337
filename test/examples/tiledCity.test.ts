import { BoxScene } from 'slabtree';
import { PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { BLOCK_BOXES, PITCH } from '../../examples/tiled-city/city/cityBlock';
import { CityBlocks } from '../../examples/tiled-city/city/cityBlocks';
import { cityBoxes } from '../../examples/tiled-city/city/cityBoxes';
import { districtAt } from '../../examples/tiled-city/city/districts';
import { makeBlock } from '../../examples/tiled-city/city/makeBlock';
import { spiralCell } from '../../examples/tiled-city/city/spiral';
import { Tour } from '../../examples/tiled-city/tour';

describe('the city of boxes', () => {
  it('the city grows outwards: each block is beside the one before, and no place comes twice', () => {
    const seen = new Set<string>();
    let last = { column: 0, row: 0 };
    for (let n = 0; n < 10_000; n++) {
      const cell = spiralCell(n);
      seen.add(`${cell.column}, ${cell.row}`);
      expect(Math.abs(cell.column - last.column) + Math.abs(cell.row - last.row)).toBe(n === 0 ? 0 : 1);
      last = cell;
    }
    expect(seen.size).toBe(10_000);
    // A square of 100 × 100 cells has been filled.
    expect(Math.max(...Array.from({ length: 10_000 }, (_, n) => Math.abs(spiralCell(n).column)))).toBe(50);
  });

  it('the city has every kind of district', () => {
    const districts = new Set(Array.from({ length: 20_000 }, (_, n) => districtAt(spiralCell(n))));
    expect([...districts].sort()).toEqual(['flats', 'houses', 'park', 'towers']);
  });

  it('the city returns the box of any id, in any order, as it was made', () => {
    const blocks = [...cityBoxes(12_000)];
    const city = new CityBlocks();
    for (let i = 0; i < 5000; i++) {
      const id = (i * 7919) % 12_000;
      const { min, max } = city.box(id);
      const at = 6 * (id % BLOCK_BOXES);
      const made = blocks[Math.floor(id / BLOCK_BOXES)].subarray(at, at + 6);
      expect([min.x, min.y, min.z, max.x, max.y, max.z]).toEqual([...made]);
    }
  });

  it('the city has any number of boxes, and a smaller city is the middle of a larger one', () => {
    const large = [...cityBoxes(3 * BLOCK_BOXES)].flatMap((block) => [...block]);
    for (const count of [1, 999, 1000, 1001, 2500]) {
      expect([...cityBoxes(count)].flatMap((block) => [...block])).toEqual(large.slice(0, 6 * count));
    }
  });

  it('the boxes have a volume, are in their block, and are the same in float32', () => {
    for (let n = 0; n < 20_000; n += 397) {
      const { column, row } = spiralCell(n);
      const { boxes } = makeBlock(n);
      expect(boxes).toEqual(Float64Array.from(new Float32Array(boxes)));
      const [low, high] = [
        [Infinity, Infinity, Infinity],
        [-Infinity, -Infinity, -Infinity],
      ];
      let flat = 0;
      for (let at = 0; at < boxes.length; at += 6) {
        for (let axis = 0; axis < 3; axis++) {
          low[axis] = Math.min(low[axis], boxes[at + axis]);
          high[axis] = Math.max(high[axis], boxes[at + 3 + axis]);
          if (boxes[at + axis] >= boxes[at + 3 + axis]) flat++;
        }
      }
      expect(flat).toBe(0);
      expect([low[0], low[2], high[0], high[2]]).toEqual(
        [column - 0.5, row - 0.5, column + 0.5, row + 0.5].map((cells) => PITCH * cells),
      );
    }
  });

  it('the tour stays above the streets of the city', () => {
    const count = 49 * BLOCK_BOXES;
    const scene = new BoxScene();
    for (const boxes of cityBoxes(count)) scene.addAabbs(boxes);
    const tour = new Tour(count);
    const camera = new PerspectiveCamera();
    for (let step = 0; step < 2000; step++) {
      tour.step(0.05, camera);
      expect(scene.overlap({ center: camera.position, radius: 2 }).size, camera.position.toArray().join(' ')).toBe(0);
    }
  });
});
