import type { CsvHeader } from './csvHeader';
import { CsvRows } from './csvRows';
import { type LineBlock, lineBlocks } from './lineBlocks';

/** A part of a CSV that can be read without the parts before it. */
export interface CsvBlock extends LineBlock {
  /** The names of the columns. Null if the file has no header. */
  header: CsvHeader | null;
  /** Whether the header is the first row of this block. */
  hasHeader: boolean;
  /** The character between fields. */
  delimiter: string;
}

/**
 * Cuts a CSV that comes in chunks into blocks. Each block carries the header of the file.
 *
 * @param readHeader reads the first row. It returns null if that row is data.
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
