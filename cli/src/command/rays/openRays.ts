import type { CsvForm } from '../input/csvBlocks';
import { floatBlocks } from '../input/floatRows';
import { gathered } from '../input/gathered';
import type { InputPlace } from '../input/inputPlace';
import { openInput } from '../input/openInput';
import { RAY_ROW } from './rayRow';
import { csvRayBlocks } from './readCsvRays';
import type { RayFormat } from './rayFormat';
import type { RowBlock } from './readRays';

/** How many bytes of a file are in a block of rays: 18,000 rays of a CSV or more. */
const BLOCK_BYTES = 1 << 21;

/** A file of rays, or the standard input. */
export interface RayInput {
  /** The name of the input in messages. */
  name: string;
  blocks: AsyncGenerator<RowBlock>;
}

/** How rays are read. */
export interface RayReading {
  /** Where reading begins. Undefined for the beginning of the input. */
  start?: InputPlace | undefined;
  /** Whether small chunks from a pipe are put together to large blocks. Then rays from a pipe are read late. */
  largeBlocks?: boolean;
}

/** Opens a file of rays for reading. @param path `-` is the standard input. */
export function openRays(path: string, format: RayFormat, { start, largeBlocks = false }: RayReading = {}): RayInput {
  const { name, chunks } = openInput(path, BLOCK_BYTES, start?.byte);
  const source = largeBlocks ? gathered(chunks, BLOCK_BYTES) : chunks;
  const isResumedCsv = format === 'csv' && start !== undefined;
  return { name, blocks: isResumedCsv ? resumedCsvBlocks(path, source, start) : rayBlocks(source, format, start) };
}

/** Cuts a file of rays into blocks. @param start where in a flat binary file the chunks begin. */
export function rayBlocks(
  chunks: AsyncIterable<Uint8Array>,
  format: RayFormat,
  start?: InputPlace,
): AsyncGenerator<RowBlock> {
  return format === 'csv' ? csvRayBlocks(chunks) : floatBlocks(chunks, format, RAY_ROW, start);
}

/** Cuts the rest of a CSV into blocks. The form of its lines comes from the beginning of the file. */
async function* resumedCsvBlocks(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  place: InputPlace,
): AsyncGenerator<RowBlock> {
  yield* csvRayBlocks(chunks, { place, form: await formOf(path) });
}

/** Returns the form of a CSV that has a row. */
async function formOf(path: string): Promise<CsvForm> {
  for await (const { header, delimiter } of csvRayBlocks(openInput(path).chunks)) return { header, delimiter };
  throw new Error('a CSV without rows has no form');
}
