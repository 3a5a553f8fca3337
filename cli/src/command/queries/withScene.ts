import type { BoxScene, IdSet, ProgressOptions, SceneNames } from 'slabtree';
import type { InNamedTile, TiledScene, TileIds } from 'slabtree/tiles';
import type { BoxNames } from '../boxes/boxNames';
import { isUrl } from '../input/openInput';
import { inTiles, openScene, openTiles, type SceneFile } from '../input/openScene';
import { Progress } from '../output/progress';

/** A scene, or a scene in a file of tiles. Both have the same queries. The second kind answers by promises: await both. */
export type AnyScene = BoxScene | TiledScene;

/** A box in the answer of a query. In a file of tiles, the answer has the name of the box. */
export interface FoundBox extends Partial<InNamedTile> {
  id: number;
}

/** Which optional columns a list of boxes has. */
export interface OptionalColumns {
  hasNames: boolean;
  hasTriangles: boolean;
}

/** A scene file or a file of tiles, opened for one query. */
export interface OpenedScene {
  scene: AnyScene;
  /** Options that show the progress of a query that reads tiles. */
  following: Pick<ProgressOptions, 'onProgress'>;
  /** Returns the names of the boxes in an answer. Throws an InputError if the names in a scene file are damaged. */
  namesOf: (found: readonly FoundBox[]) => BoxNames;
  /** Returns the names of the boxes in sets of an answer. In a file of tiles, reads their tiles again if they were evicted. */
  namesOfSets: (...sets: readonly (IdSet | TileIds)[]) => Promise<BoxNames>;
  /**
   * Returns which optional columns a list of found boxes has. In a scene file, it depends on all boxes of the file, and in a file of
   * tiles on the found boxes only: reading all tiles would take too long.
   */
  columnsFor: (found: readonly (FoundBox & { triangle: number })[]) => OptionalColumns;
}

/**
 * Opens a scene file or a file of tiles, runs work on it, and closes it.
 *
 * @param path a path, or a URL of http: or https:.
 * @param memory how many bytes of tiles stay in memory. Undefined is the default of `TiledScene.open`.
 */
export async function withScene(
  path: string,
  memory: number | undefined,
  work: (opened: OpenedScene) => Promise<void>,
): Promise<void> {
  const progress = new Progress();
  if (isUrl(path)) progress.start(`opening ${path}`);
  let tiles: TiledScene | null = null;
  try {
    tiles = await openTiles(path, memory);
    if (tiles === null) {
      const opened = await openScene(path);
      progress.stop();
      await work(openedScene(opened));
    } else {
      progress.stop();
      await work(openedTiles(tiles, progress));
    }
  } catch (thrown) {
    throw inTiles(path, thrown);
  } finally {
    progress.stop();
    await tiles?.close();
  }
}

function openedScene({ scene, readNames }: SceneFile): OpenedScene {
  let read: SceneNames | null = null;
  const names = () => (read ??= readNames());
  return {
    scene,
    following: {},
    namesOf: names,
    namesOfSets: () => Promise.resolve(names()),
    columnsFor: () => ({ hasNames: names().runs.length > 0, hasTriangles: scene.meshes.length > 0 }),
  };
}

function openedTiles(scene: TiledScene, progress: Progress): OpenedScene {
  return {
    scene,
    following: { onProgress: showing(progress) },
    namesOf: namesInTiles,
    namesOfSets: async (...sets) => {
      const found: Map<number, string>[] = [];
      for (const ids of sets) found.push(await scene.namesOf(ids as TileIds));
      return { nameOf: (id) => found.find((names) => names.has(id))?.get(id), instanceOf: () => undefined };
    },
    columnsFor: (found) => ({
      hasNames: found.some(({ name }) => typeof name === 'string'),
      hasTriangles: found.some(({ triangle }) => triangle >= 0),
    }),
  };
}

/** Returns the names that answers of a file of tiles have. */
function namesInTiles(found: readonly FoundBox[]): BoxNames {
  const names = new Map(found.map(({ id, name }) => [id, name ?? undefined]));
  return { nameOf: (id) => names.get(id), instanceOf: () => undefined };
}

/** Returns a function that shows the fraction of a query that is done, up to the answer. */
function showing(progress: Progress): (done: number) => void {
  let shown = 0;
  return (done) => {
    if (shown === 0) progress.start('reading tiles', 1);
    progress.advance(done - shown);
    shown = done;
    if (done === 1) progress.stop();
  };
}
