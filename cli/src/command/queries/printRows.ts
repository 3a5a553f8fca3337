import type { TiledScene } from 'slabtree/tiles';
import { isUrl, openInput, statOfInput } from '../input/openInput';
import { inTiles, openScene, openTiles } from '../input/openScene';
import { Progress } from '../output/progress';
import { writeOut } from '../output/standardOutput';
import type { RowBlock } from '../rays/readRays';
import { inFile } from '../text/errors';
import { answerRowsInThreads, answerRowsInTiles } from './answerRows';
import type { RowChoice, RowQueryName } from './rowQueries';

/** Where rows are, and how they are cut into blocks. */
export interface Rows {
  /** The path of a file. `-` is the standard input. */
  path: string;
  blocksOf: (chunks: AsyncIterable<Uint8Array>) => AsyncIterator<RowBlock>;
}

/** How a scene is read: the bytes of tiles that stay in memory, and the threads for a scene. */
export interface Effort {
  memory: number | undefined;
  threads: number;
}

/** Prints the answer to each row of a file, about a scene file or a file of tiles, by path or URL. */
export async function printRows(
  query: RowQueryName,
  scenePath: string,
  { path, blocksOf }: Rows,
  { memory, threads }: Effort,
  choice: RowChoice,
): Promise<void> {
  const progress = new Progress();
  if (isUrl(scenePath)) progress.start(`opening ${scenePath}`);
  let tiles: TiledScene | null = null;
  try {
    tiles = await openTiles(scenePath, memory);
    const file = tiles === null ? await openScene(scenePath, { shared: true }) : null;
    progress.stop();
    const { name, chunks } = openInput(path);
    // On a terminal, the answers themselves show the progress, and the bar would be among them.
    if (!process.stdout.isTTY) progress.start(`answering ${name}`, (await statOfInput(path))?.size);
    try {
      const blocks = blocksOf(progress.watch(chunks));
      if (file !== null) await writeOut(answerRowsInThreads(query, file, blocks, threads, choice));
      else if (tiles !== null) await writeOut(answerRowsInTiles(query, tiles, blocks, choice));
    } catch (thrown) {
      throw inFile(name, thrown);
    }
  } catch (thrown) {
    throw inTiles(scenePath, thrown);
  } finally {
    progress.stop();
    await tiles?.close();
  }
}
