import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { describe, expect, it, vi } from 'vitest';
import { readMeasure, writeMeasure } from '../../../src/bvh/margins/sceneMeasure';
import { validate } from '../../../src/bvh/tree/validate';
import { INTERNALS } from '../../../src/scene/internals';
import { ResidentTiles } from '../../../src/tiles/resident/residentTiles';
import { backends, compareRay, sceneOf } from '../../support/compare';
import { aabb, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { rayAmong } from '../../support/rays';
import { type Part, tiledOf, withGlobalIds } from '../../support/tiles';
import { each } from '../../support/triple';

const PER_TILE = 20;
const TILES = 4;
const BOXES = PER_TILE * TILES;

const boxes = ((random) =>
  Array.from({ length: BOXES }, (_, id): LoopBox => {
    const min = each((k) => (k === 0 ? 3 * (id % TILES) : 0) + random.next());
    return aabb(
      min,
      each((k) => min[k] + random.next()),
    );
  }))(new Random(1));
const idsOf = (tile: number): number[] => Array.from({ length: PER_TILE }, (_, i) => TILES * i + tile);
const partOf = (tile: number): Part => ({
  scene: sceneOf(
    idsOf(tile).map((id) => boxes[id]),
    'js',
  ).scene,
  ids: Float64Array.from(idsOf(tile)),
});
const tiled = tiledOf(Array.from({ length: TILES }, (_, tile) => partOf(tile)));

describe.each(backends)('hostile tiles (%s)', (backend) => {
  /** Tiles 0 and 2 are here. */
  const begin = (): ResidentTiles => {
    const grafted = new ResidentTiles(tiled.index, tiled.measure, BOXES, { backend });
    for (const tile of [0, 2]) grafted.graft(tile, tiled.tiles[tile].bytes, tiled.tiles[tile].ids);
    return grafted;
  };

  /** Throws unless tiles 0 and 2 are here, and others can come. */
  const checkUnchanged = (grafted: ResidentTiles): void => {
    const random = new Random(2);
    const here = (tiles: readonly number[]) => new Map(tiles.flatMap(idsOf).map((id) => [id, boxes[id]]));
    const check = (loop: Map<number, LoopBox>): void => {
      validate(grafted.scene[INTERNALS].currentTree(), true);
      expect(grafted.scene.size).toBe(loop.size);
      for (let i = 0; i < 20; i++) compareRay([withGlobalIds(grafted)], loop, rayAmong(random, boxes));
    };
    check(here([0, 2]));
    expect(grafted.tree.byteLength).toBe(grafted.tree.bytesOf(0) + grafted.tree.bytesOf(2));
    grafted.graft(1, tiled.tiles[1].bytes, tiled.tiles[1].ids);
    check(here([0, 1, 2]));
    grafted.prune(2);
    check(here([0, 1]));
  };

  const refused = (name: string, tile: number, bytes: Uint8Array, ids: ArrayLike<number>, reason: RegExp): void => {
    it(`a tile is rejected if ${name}, and nothing has changed`, () => {
      const grafted = begin();
      const before = grafted.scene.byteLength;
      const graft = (): void => {
        grafted.graft(tile, bytes, Float64Array.from(ids));
      };
      expect(graft).toThrow(SlabtreeFormatError);
      expect(graft).toThrow(reason);
      expect(grafted.scene.byteLength).toBe(before);
      checkUnchanged(grafted);
    });
  };

  const [, { bytes, ids }] = tiled.tiles;
  const with1 = (at: number, id: number): Float64Array => ids.map((other, i) => (i === at ? id : other));
  refused('it is in the place of another', 3, bytes, ids, /reaches beyond its bounds/);
  refused('its ids do not increase', 1, bytes, with1(4, ids[3]), /do not increase/);
  refused('an id is beyond the count', 1, bytes, with1(PER_TILE - 1, BOXES), /do not increase/);
  refused('an id is negative', 1, bytes, with1(0, -1), /do not increase/);
  refused('an id is not whole', 1, bytes, with1(0, 0.5), /do not increase/);
  refused('an id is no number', 1, bytes, with1(PER_TILE - 1, NaN), /do not increase/);
  refused('another tile has one of its ids', 1, bytes, with1(4, ids[4] + 1), /another tile, 2, has its id 18/);
  refused('there are too few ids', 1, bytes, ids.subarray(1), /20 boxes and 19 ids/);
  refused('there are no boxes in it', 1, new BoxScene()[INTERNALS].serializeWithin(tiled.measure), [], /0 boxes/);
  refused('it has a measure of its own', 1, partOf(1).scene.serialize(), ids, /measure/);
  refused(
    'it is damaged',
    1,
    bytes.map((byte, i) => (i === 500 ? byte ^ 1 : byte)),
    ids,
    /checksum/,
  );
  refused('it is cut short', 1, bytes.subarray(0, bytes.length - 1), ids, /ends after/);

  const withFree = partOf(1).scene;
  withFree.remove(3);
  const bytesWithFree = withFree[INTERNALS].serializeWithin(tiled.measure);
  refused('it has free ids', 1, bytesWithFree, ids.subarray(1), /free ids/);

  it.each(Array.from({ length: 12 }, (_, i) => i))(
    'a tile is rejected if number %i of its measure differs from the whole measure',
    (at) => {
      const numbers = new Float64Array(12);
      writeMeasure(tiled.measure, numbers, 0);
      // An origin must stay a float32 number near the scene.
      numbers[at] = at < 3 ? 0.5 : numbers[at] * 2 + 0.25;
      const other = partOf(1).scene[INTERNALS].serializeWithin(readMeasure(numbers, 0));
      const grafted = begin();
      expect(() => {
        grafted.graft(1, other, ids);
      }).toThrow(/measure of the whole/);
      checkUnchanged(grafted);
    },
  );

  it('a tile that finds no room changes nothing', () => {
    const grafted = begin();
    const { boxes } = grafted.scene[INTERNALS];
    const full = vi.spyOn(boxes, 'resizePlaces').mockImplementation(() => {
      throw new RangeError('no room');
    });
    const before = grafted.tree.byteLength;
    expect(() => {
      for (const tile of [1, 3]) grafted.graft(tile, tiled.tiles[tile].bytes, tiled.tiles[tile].ids);
    }).toThrow(RangeError);
    full.mockRestore();
    if (grafted.tree.has(1)) grafted.prune(1);
    expect(grafted.tree.byteLength).toBe(before);
    checkUnchanged(grafted);
  });

  it('sets of earlier queries become unreadable when a tile is loaded or evicted', () => {
    const grafted = begin();
    const sets = (): Iterable<number> =>
      grafted.scene.overlap({ min: { x: -9, y: -9, z: -9 }, max: { x: 99, y: 9, z: 9 } });
    const before = sets();
    grafted.graft(1, tiled.tiles[1].bytes, tiled.tiles[1].ids);
    expect(() => [...before]).toThrow('the scene has changed');
    const between = sets();
    expect([...between].length).toBe(3 * PER_TILE);
    grafted.prune(0);
    expect(() => [...between]).toThrow('the scene has changed');
  });
});

describe('hostile indexes', () => {
  const refuse = (change: (scene: BoxScene) => void, measure = tiled.measure): void => {
    const index = BoxScene.deserialize(tiled.index, { backend: 'js' });
    change(index);
    const bytes = index.serialize();
    expect(() => new ResidentTiles(bytes, measure, BOXES, { backend: 'js' })).toThrow(SlabtreeFormatError);
  };

  it('an index with free ids, oriented boxes, meshes or another origin is rejected', () => {
    const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    refuse((index) => {
      index.remove(1);
    });
    refuse((index) => {
      index.setObb(1, { ...unit, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1] });
    });
    refuse((index) => {
      index.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    });
    refuse(() => undefined, { ...tiled.measure, origin: Float64Array.of(0, 0.5, 0) });
  });

  it('the index of a file without tiles has no answers', () => {
    const none = tiledOf([]);
    for (const backend of backends) {
      const { scene } = new ResidentTiles(none.index, none.measure, 0, { backend });
      expect(scene.raycast({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 1 } })).toBeNull();
      expect(scene.nearest({ x: 0, y: 0, z: 0 })).toEqual([]);
      expect(scene.size).toBe(0);
    }
  });
});
