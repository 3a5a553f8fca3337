import { BoxScene, type RaycastManyOptions, SceneNames } from 'slabtree';
import { moved } from 'slabtree/workers';
import type { RayAnswers } from 'slabtree-cli/cluster';
import type { BoxNames } from '../boxes/boxNames';
import type { RowNumbers } from '../input/rowKind';
import { hitBytes } from './hitBytes';
import type { HitFormat } from './rayFormat';
import type { BadRow } from '../text/errors';
import type { Attachment } from '../threads/taskThreads';
import { type RowBlock, readRays } from './readRays';

export interface CastWork {
  block: RowBlock;
  options: RaycastManyOptions;
  format: HitFormat;
}

export interface WriteWork {
  hits: RayAnswers;
  format: HitFormat;
  hasHeader: boolean;
  /** The names of the boxes that are hit in a file of tiles. Null for other answers: the thread may have all names. */
  hitNames: NamesById | null;
}

export interface CastAnswer {
  /** The answers to the rays as the bytes of a file. */
  bytes: Uint8Array<ArrayBuffer>;
  rayCount: number;
  /** What is wrong with the first invalid ray. Null if all rays are answered. */
  badRow: BadRow | null;
}

/** The names of some boxes by id. */
export type NamesById = ReadonlyMap<number, string | undefined>;

/**
 * Returns the functions of a thread that reads rays, casts them and writes the answers. Reading and writing text takes longer than
 * casting. Where tiles or a cluster cast the rays, the threads only read and write, and are attached to no scene.
 */
export function castTasks({ handle, namesBytes }: Attachment) {
  const scene = handle === null ? null : BoxScene.attach(handle);
  const names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);

  return {
    /** Casts the rays of a block by `raycastMany`, and returns the answers as the bytes of a file. */
    cast: ({ block, options, format }: CastWork): CastAnswer => {
      if (scene === null) throw new Error('a thread must be attached to a scene before it casts rays');
      const { numbers: rays, badRow } = readRays(block);
      const bytes = hitBytes(scene.raycastMany(rays, options), format, names, block.hasHeader);
      return moved({ bytes, rayCount: rays.length / 6, badRow }, bytes);
    },

    /** Returns the rays of a block, up to the first that is invalid. */
    read: (block: RowBlock): RowNumbers => {
      const read = readRays(block);
      return moved(read, read.numbers);
    },

    /** Returns answers to rays as the bytes of a file. */
    write: ({ hits, format, hasHeader, hitNames }: WriteWork): Uint8Array<ArrayBuffer> => {
      const bytes = hitBytes(hits, format, hitNames === null ? names : namesBy(hitNames), hasHeader);
      return moved(bytes, bytes);
    },
  };
}

export type CastTasks = ReturnType<typeof castTasks>;

function namesBy(hitNames: NamesById): BoxNames {
  return { nameOf: (id) => hitNames.get(id), instanceOf: () => undefined };
}
