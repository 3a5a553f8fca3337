import type { CsvBlock } from '../input/csvBlocks';
import { openInput } from '../input/openInput';
import { inTiles, openScene, openTiles } from '../input/openScene';
import { writeOut } from '../output/standardOutput';
import { inFile } from '../text/errors';
import { answerRowsInThreads, answerRowsInTiles } from './answerRows';
import type { RowChoice, RowQueryName } from './rowQueries';

/** Where the rows of a CSV are, and how they are cut into blocks. */
export interface Rows {
  /** The path of a CSV. `-` is the standard input. */
  path: string;
  blocksOf: (chunks: AsyncIterable<Uint8Array>) => AsyncIterator<CsvBlock>;
}

/** How a scene is read: the bytes of tiles that stay in memory, and the threads for a scene. */
export interface Effort {
  memory: number | undefined;
  threads: number;
}

/** Prints the answer to each row of a CSV, about a scene file or a file of tiles, by path or URL. */
export async function printRows(
  query: RowQueryName,
  scenePath: string,
  { path, blocksOf }: Rows,
  { memory, threads }: Effort,
  choice: RowChoice,
): Promise<void> {
  const tiles = await openTiles(scenePath, memory);
  try {
    const file = tiles === null ? await openScene(scenePath, { shared: true }) : null;
    const { name, chunks } = openInput(path);
    try {
      const blocks = blocksOf(chunks);
      if (file !== null) await writeOut(answerRowsInThreads(query, file, blocks, threads, choice));
      else if (tiles !== null) await writeOut(answerRowsInTiles(query, tiles, blocks, choice));
    } catch (thrown) {
      throw inFile(name, thrown);
    }
  } catch (thrown) {
    throw inTiles(scenePath, thrown);
  } finally {
    await tiles?.close();
  }
}
