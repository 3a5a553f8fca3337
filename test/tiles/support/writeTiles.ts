import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { addToSums, createSums, measureOfSums } from '../../../src/bvh/margins/measureScene';
import { INTERNALS } from '../../../src/scene/internals';
import { type TileEntry, tileBytesOf } from '../../../src/tiles/format/directory';
import { measureOf } from '../../../src/tiles/format/tileFileHeader';
import { writeTile } from '../../../src/tiles/format/tile';
import { writeTileIndex } from '../../../src/tileWriter/output/writeTileIndex';
import { addBox } from '../../support/compare';
import type { LoopBox } from '../../support/loop';
import type { Random } from '../../support/random';
import { rootBounds } from '../../support/readTileFile';

/** A part of a larger scene: a scene of its own, and the global ids of its boxes. */
export interface Part {
  readonly scene: BoxScene;
  readonly ids: readonly number[];
  readonly names?: readonly NameRun[];
}

/** Writes a file of tiles, one for each part. */
export function writeTiles(parts: readonly Part[]): Uint8Array {
  const sums = createSums();
  for (const { scene } of parts) addToSums(scene[INTERNALS].boxes, sums);
  const measure = measureOfSums(sums);
  const bounds: number[] = [];
  const entries: TileEntry[] = [];
  const chunks: Uint8Array[] = [];
  const boxes = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  let offset = 192;
  for (const { scene, ids, names } of parts) {
    const tile = {
      scene: scene[INTERNALS].serializeWithin(measure),
      names: names === undefined ? new Uint8Array(0) : new SceneNames(names).serialize(),
      ids: Float64Array.from(ids),
    };
    bounds.push(...rootBounds(tile.scene));
    const { bytes, entry } = writeTile(tile, boxes);
    const placed = { ...entry, offset };
    entries.push(placed);
    chunks.push(bytes);
    offset += tileBytesOf(placed);
  }
  const bytesOfMeasure = measureOf(chunks.at(0) ?? new BoxScene({ backend: 'js' }).serialize());
  const meshCondition = Math.max(0, ...parts.map(({ scene }) => scene[INTERNALS].boxes.meshCondition));
  const whole = { measure: bytesOfMeasure, meshCondition };
  const end = writeTileIndex({ bounds: Float32Array.from(bounds), tiles: entries }, whole, offset);
  return Uint8Array.from(Buffer.concat([end.header, ...chunks, end.index]));
}

/** Cuts boxes into tiles: along an axis, as writers do, or anyhow, so that tiles overlap. */
export function partsOf(random: Random, boxes: readonly LoopBox[], tiles: number): Part[] {
  const count = Math.min(tiles, boxes.length);
  const order = boxes.map((_, id) => id);
  const axis = random.below(4);
  if (axis < 3) {
    const middle = ({ min, max, matrix }: LoopBox): number =>
      matrix === null ? min[axis] / 2 + max[axis] / 2 : matrix[12 + axis];
    order.sort((a, b) => middle(boxes[a]) - middle(boxes[b]));
  } else {
    order.sort(() => random.next() - 0.5);
  }
  const ends = Array.from({ length: count }, (_, i) => Math.floor(((i + 1) * boxes.length) / count));
  return ends.map((end, i) => {
    const ids = order.slice(i === 0 ? 0 : ends[i - 1], end).sort((a, b) => a - b);
    const scene = new BoxScene({ backend: 'js' });
    for (const id of ids) addBox(scene, boxes[id]);
    return { scene, ids };
  });
}

/** A source in memory that counts. */
export class CountingSource {
  readonly name = 'the test';
  /** The offsets that were asked for. */
  readonly reads: number[] = [];
  /** Reads fail while this says so. */
  fails: (offset: number) => Error | null = () => null;
  isClosed = false;
  readonly #file: Uint8Array;

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.reads.push(offset);
    await Promise.resolve();
    const error = this.fails(offset);
    if (error !== null) throw error;
    return this.#file.slice(offset, offset + length);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.isClosed = true;
  }
}
