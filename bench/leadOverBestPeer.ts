import { isSlabtree } from './isSlabtree';
import { type Row, formatNumber } from './report';

/** How many times as fast a contender casts rays as the fastest peer. */
export function leadOverBestPeer(rows: readonly Row[], contender: string, column: string): string {
  const rates = rows.flatMap((row) => {
    const value = row.values[column];
    return value === undefined ? [] : [{ contender: row.contender, rate: value.median }];
  });
  const own = rates.find((each) => each.contender === contender);
  const [best] = rates.filter((each) => !isSlabtree(each.contender)).sort((a, b) => b.rate - a.rate);
  if (own === undefined) throw new RangeError(`${contender} has no figure in '${column}'.`);
  return `${contender} is ${formatNumber(own.rate / best.rate)}× the best peer (${best.contender})`;
}
