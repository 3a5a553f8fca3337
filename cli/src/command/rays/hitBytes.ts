import type { RayAnswers } from 'slabtree-cli/cluster';
import type { BoxNames } from '../boxes/boxNames';
import { answerLines } from './hitText';
import type { HitFormat } from './rayFormat';

const ENCODER = new TextEncoder();

/**
 * Returns the answers to rays as the bytes of a file: a line of a CSV for each ray, or the float64 numbers id, t and, if there are
 * triangles, triangle, u, v.
 *
 * @param names the names of the boxes, for a CSV. Null for lines without names.
 */
export function hitBytes(
  hits: RayAnswers,
  format: HitFormat,
  names: BoxNames | null,
  hasHeader: boolean,
): Uint8Array<ArrayBuffer> {
  return format === 'csv' ? ENCODER.encode(answerLines(hits, names, hasHeader)) : hitNumbers(hits);
}

function hitNumbers({ ids, ts, triangles, us, vs }: RayAnswers): Uint8Array<ArrayBuffer> {
  const columns =
    triangles !== undefined && us !== undefined && vs !== undefined ? [ids, ts, triangles, us, vs] : [ids, ts];
  const numbers = new Float64Array(columns.length * ids.length);
  columns.forEach((column, k) => {
    for (let i = 0; i < column.length; i++) numbers[columns.length * i + k] = column[i];
  });
  return new Uint8Array(numbers.buffer);
}
