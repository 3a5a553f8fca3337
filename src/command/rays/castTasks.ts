import { transfer } from 'comlink';
import { BoxScene, type RaycastManyOptions, type SceneHandle, SceneNames } from 'slabtree';
import type { RayAnswers } from 'slabtree/cluster';
import type { BoxNames } from '../boxes/boxNames';
import type { RowNumbers } from '../input/rowKind';
import { hitBytes } from './hitBytes';
import type { HitFormat } from './rayFormat';
import type { BadRow } from '../text/errors';
import { type RowBlock, readRays } from './readRays';

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
 * casting. Where tiles or a cluster cast the rays, the threads only read and write.
 */
export function castTasks() {
  let scene: BoxScene | null = null;
  let names: SceneNames | null = null;

  return {
    /**
     * Prepares the other tasks.
     *
     * @param handle the handle of a shared scene at which {@link cast} casts rays. Null if that is never called.
     * @param namesBytes the serialized names of the scene's boxes. Null for answers without names.
     */
    attach: (handle: SceneHandle | null, namesBytes: Uint8Array | null): void => {
      scene = handle === null ? null : BoxScene.attach(handle);
      names = namesBytes === null ? null : SceneNames.deserialize(namesBytes);
    },

    /** Casts the rays of a block by `raycastMany`, and returns the answers as the bytes of a file. */
    cast: (block: RowBlock, options: RaycastManyOptions, format: HitFormat): CastAnswer => {
      if (scene === null) throw new Error('a thread must be attached to a scene before it casts rays');
      const { numbers: rays, badRow } = readRays(block);
      const bytes = hitBytes(scene.raycastMany(rays, options), format, names, block.hasHeader);
      return transfer({ bytes, rayCount: rays.length / 6, badRow }, [bytes.buffer]);
    },

    /** Returns the rays of a block, up to the first that is invalid. */
    read: (block: RowBlock): RowNumbers => {
      const read = readRays(block);
      return transfer(read, [read.numbers.buffer]);
    },

    /**
     * Returns answers to rays as the bytes of a file.
     *
     * @param hitNames the names of the boxes that are hit, for answers with names of a file of tiles. Null for other answers, whose
     *   names come from {@link attach}.
     */
    write: (
      hits: RayAnswers,
      format: HitFormat,
      hasHeader: boolean,
      hitNames: NamesById | null,
    ): Uint8Array<ArrayBuffer> => {
      const bytes = hitBytes(hits, format, hitNames === null ? names : namesBy(hitNames), hasHeader);
      return transfer(bytes, [bytes.buffer]);
    },
  };
}

export type CastTasks = ReturnType<typeof castTasks>;

function namesBy(hitNames: NamesById): BoxNames {
  return { nameOf: (id) => hitNames.get(id), instanceOf: () => undefined };
}
