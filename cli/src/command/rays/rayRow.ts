import type { RowKind } from '../input/rowKind';

/** A ray: origin x y z and direction x y z. */
export const RAY_ROW: RowKind = {
  name: 'ray',
  columns: ['origin x', 'origin y', 'origin z', 'direction x', 'direction y', 'direction z'],
  problemOf: (numbers, at) => {
    const isZero = numbers[at + 3] === 0 && numbers[at + 4] === 0 && numbers[at + 5] === 0;
    return isZero ? 'expected a direction that is not zero, got 0,0,0' : null;
  },
  problemColumn: 3,
};
