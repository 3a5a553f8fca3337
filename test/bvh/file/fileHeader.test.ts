import { describe, expect, it } from 'vitest';
import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { sceneOf } from '../../support/compare';
import { sealed } from '../../support/mutateSlabFile';
import { sectionsOfSlabFile } from '../../support/readSlabFile';
import { boxesOf } from '../../support/scenes';

const { scene } = sceneOf(boxesOf('random boxes', { count: 50, seed: 1 }), 'js');
for (const id of [3, 9, 4]) scene.remove(id);
const file = scene.serialize();
const { free, places } = sectionsOfSlabFile(file);

type Spoil = (view: DataView) => void;

const u32 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setUint32(at, value, true);
  };

const f64 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setFloat64(at, value, true);
  };

const spoils: [string, Spoil, string][] = [
  ['another version', u32(8, 3), 'has version 3, but this slabtree reads versions 1 and 2'],
  ['a header of another length', u32(12, 200), 'header has 200 bytes, not 192'],
  ['another length', u32(16, 12345), 'says that it has 12345 bytes'],
  ['a length beyond 4 GB', u32(20, 1), `says that it has ${2 ** 32 + file.length} bytes`],
  ['too many ids', u32(24, 2 ** 30), 'has 1073741824 ids'],
  ['more ids than boxes and free ids', u32(24, 51), 'has 51 ids'],
  ['no nodes', u32(44, 0), 'has 0 nodes'],
  ['too many nodes', u32(44, 2 ** 25 + 1), 'has 33554433 nodes'],
  ['masks for some ids', u32(48, 7), 'has 7 masks for 50 ids'],
  ['an origin far from the scene', f64(56, 1e9), 'measure on axis 0'],
  ['an origin that is not a float32', f64(64, 1e-10), 'measure on axis 1'],
  ['an infinite extent', f64(80, Infinity), 'measure on axis 0'],
  ['an extent below 0', f64(96, -1), 'measure on axis 2'],
  ['a magnitude that is NaN', f64(104, NaN), 'measure on axis 0'],
  ['a reach below 0', f64(128, -1), 'measure is not valid'],
  ['a slope greater than 1', f64(136, 1.5), 'measure is not valid'],
  ['a typical size that is NaN', f64(144, NaN), 'measure is not valid'],
  [
    'a tree whose nodes had areas below 0',
    f64(152, -0.5),
    'the areas of its tree were -0.5 a box, but that must be -1, or a finite number of 0 or more',
  ],
  ['areas that are NaN', f64(152, NaN), 'were NaN a box'],
  ['areas that are Infinity', f64(152, Infinity), 'were Infinity a box'],
  ['a free id that is in use', u32(free.at, 5), 'lists id 5 as free'],
  ['a free id that does not exist', u32(free.at, 50), 'lists id 50 as free'],
  ['a free id twice', u32(free.at, 4), 'lists id 4 as free'],
  ['a place without a kind', u32(places.at + 4 * 3, 1), 'the place of id 3 is 1, which has no kind'],
  ['a place out of order', u32(places.at, 2 ** 31 + 1), 'the place of id 0 is 1 of kind 2'],
];

describe('a file with correct checksums', () => {
  it.each(spoils)('the reader rejects a file with %s', (_, spoil, message) => {
    const bytes = file.slice();
    spoil(new DataView(bytes.buffer));
    sealed(bytes);
    const read = (): BoxScene => BoxScene.deserialize(bytes, { backend: 'js' });
    expect(read).toThrow(SlabtreeFormatError);
    expect(read).toThrow(message);
  });

  it('the reader accepts a file if nothing is wrong with it', () => {
    expect(BoxScene.deserialize(sealed(file.slice()), { backend: 'js' }).size).toBe(47);
  });
});
