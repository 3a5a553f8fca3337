import { markdownTable } from './markdownTable';
import type { Measurement } from './measure';

export type Question =
  | 'closest'
  | 'split'
  | 'cull'
  | 'overlap'
  | 'nearest'
  | 'pairs'
  | 'shapes'
  | 'character'
  | 'moving'
  | 'refit'
  | 'build'
  | 'file'
  | 'three'
  | 'babylon'
  | 'threads'
  | 'cluster'
  | 'triangles'
  | 'twins';

/** The result of one job: a table with a row for each contender. */
export interface Result {
  readonly title: string;
  readonly question: Question;
  readonly scene: string;
  readonly boxes: number;
  /** Of all meshes, however often they are placed. */
  readonly triangles?: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What was compared before anything was timed, and the outcome. */
  readonly notes: readonly string[];
}

export interface Column {
  readonly name: string;
  /** The contenders whose lead over each row gets a column. */
  readonly baselines: readonly string[];
}

export interface Row {
  readonly contender: string;
  /** By the name of the column. A contender may have no value in a column. */
  readonly values: Partial<Record<string, Measurement>>;
}

/** A Markdown table: the median, the best in brackets, and how many times as fast (or as small) each baseline is. */
export function formatResult({ title, columns, rows, notes }: Result): string {
  const header = ['', ...columns.flatMap(({ name, baselines }) => [name, ...baselines.map((base) => `${base} is`)])];
  const body = rows.map(({ contender, values }) => [
    contender,
    ...columns.flatMap(({ name, baselines }) => [
      formatMeasurement(values[name]),
      ...baselines.map((base) => formatLead(rows.find((row) => row.contender === base)?.values[name], values[name])),
    ]),
  ]);
  const table = markdownTable([header, ...body]);
  const list = notes.map((note) => `- ${note}\n`).join('');
  return [`### ${title}\n`, `${table}\n`, list].join('\n').trimEnd() + '\n';
}

function formatMeasurement(value: Measurement | undefined): string {
  if (value === undefined) return '';
  if (value.median === value.best) return formatNumber(value.median);
  return `${formatNumber(value.median)} (${formatNumber(value.best)})`;
}

function formatLead(base: Measurement | undefined, value: Measurement | undefined): string {
  if (base === undefined || value === undefined || base === value) return '';
  const isRate = value.unit === 'Mray/s';
  return `${formatNumber(isRate ? base.median / value.median : value.median / base.median)}×`;
}

/** Three significant digits, without an exponent. */
export function formatNumber(value: number): string {
  const decimals = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(decimals, 6));
}
