import type { CsvHeader } from './csvHeader';
import { CsvRows } from './csvRows';
import { type LineBlock, lineBlocks } from './lineBlocks';

/** A part of a CSV that can be read without what comes before it. */
export interface CsvBlock extends LineBlock {
  /** The names of the columns; null where the file has none. */
  header: CsvHeader | null;
  /** Whether the header is the first row of this block. */
  hasHeader: boolean;
  /** What parts the fields. */
  delimiter: string;
}

/**
 * A CSV that comes in chunks, as blocks, each with the header of all.
 *
 * @param readHeader reads the first row: null where that is data.
 */
export async function* csvBlocks(
  chunks: AsyncIterable<Uint8Array>,
  readHeader: (rows: CsvRows) => CsvHeader | null,
): AsyncGenerator<CsvBlock> {
  let header: CsvHeader | null | undefined;
  let delimiter = '';
  for await (const block of lineBlocks(chunks)) {
    const isFirst = header === undefined;
    if (header === undefined) {
      const rows = new CsvRows(block);
      if (rows.rows.length === 0) {
        rows.checkEnd();
        continue;
      }
      header = readHeader(rows);
      delimiter = rows.delimiter;
    }
    yield { ...block, header, hasHeader: isFirst && header !== null, delimiter };
  }
}
