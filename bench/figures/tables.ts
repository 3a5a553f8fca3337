import { markdownTable } from '../markdownTable';
import type { Reading } from './measured';
import { round, source } from './words';

/** Returns a table with the line below it that says where its figures are from. */
export function table(lines: readonly (readonly string[])[], ...readings: readonly Reading[]): string {
  return `${markdownTable(lines)}\n\n${source(...readings)}`;
}

/** Returns all medians of one result: a row for each contender. */
export function allOf(reading: Reading): string {
  return sideBySide(['', ...reading.stored.columns.map(({ name }) => inMicro(name))], [reading]);
}

/** Returns the medians of results that have the same contenders, each with all its columns. */
export function sideBySide(header: readonly string[], readings: readonly Reading[]): string {
  const contenders = new Set(readings.flatMap(({ stored }) => stored.rows.map((row) => row.contender)));
  const body = [...contenders].map((contender) => [
    labelOf(contender),
    ...readings.flatMap((reading) => reading.stored.columns.map(({ name }) => cell(reading.find(contender, name)))),
  ]);
  return table([header, ...body], ...readings);
}

/** Returns numbers for one cell. None for a contender that was not measured. */
export function cell(...values: readonly (number | undefined)[]): string {
  return values.flatMap((value) => (value === undefined ? [] : [round(value)])).join(', ');
}

/** Returns the name of a contender as tables show it. */
export function labelOf(contender: string): string {
  return contender
    .replace(/^slabtree(?:\/\w+)?/, '**$&**')
    .replace('rapier3d-simd', 'Rapier')
    .replace(/^three(?=[ ,])/, 'three.js');
}

/** The benchmark writes in ASCII. */
export function inMicro(column: string): string {
  return column.replace(/\bus\b/, 'µs');
}
