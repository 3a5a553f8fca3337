/** The part of a report that the chart shows. */
export interface ChartData {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly boxes: number;
  /** From top to bottom. */
  readonly contenders: readonly string[];
  readonly scenes: readonly SceneRates[];
}

export interface SceneRates {
  readonly scene: (typeof SCENES)[number];
  /** Million rays a second, in the order of the contenders. */
  readonly incoherent: readonly number[];
  readonly coherent: readonly number[];
}

const SCENES = ['uniform', 'city', 'obb'] as const;
const BOXES = 100_000;

/**
 * Reads a report that `npm run bench -- --json` has written.
 *
 * @throws Error that says what is missing or wrong.
 */
export function readChartData(json: string): ChartData {
  const report = asRecord('the report', parse(json));
  const results = asList('results', report.results).map((result, index) => asRecord(`results[${index}]`, result));
  const tables = SCENES.map((scene) => ({ scene, rows: rowsOf(results, scene) }));
  const contenders = tables[0].rows.map((row, index) => asText(`the contender of row ${index}`, row.contender));
  return {
    date: asText('date', report.date),
    machine: asText('machine', report.machine),
    node: asText('node', report.node),
    boxes: BOXES,
    contenders,
    scenes: tables.map(({ scene, rows }) => ({
      scene,
      incoherent: contenders.map((contender) => rateOf(rows, contender, scene, 'incoherent')),
      coherent: contenders.map((contender) => rateOf(rows, contender, scene, 'coherent')),
    })),
  };
}

type JsonRecord = Partial<Record<string, unknown>>;

function rowsOf(results: readonly JsonRecord[], scene: string): JsonRecord[] {
  const result = results.find((each) => each.question === 'closest' && each.scene === scene && each.boxes === BOXES);
  if (result === undefined) {
    const boxes = BOXES.toLocaleString('en');
    throw new Error(`expected a result of closest hit in '${scene}' at ${boxes} boxes, but there is none`);
  }
  const name = `rows of closest hit in '${scene}'`;
  const rows = asList(name, result.rows).map((row) => asRecord(name, row));
  if (rows.length === 0) throw new Error(`${name} must not be empty`);
  return rows;
}

function rateOf(rows: readonly JsonRecord[], contender: string, scene: string, order: string): number {
  const column = `${order}, Mray/s`;
  const name = `'${column}' of '${contender}' in '${scene}'`;
  const row = asRecord(
    name,
    rows.find((each) => each.contender === contender),
  );
  const rate = asRecord(name, asRecord(name, row.values)[column]).median;
  if (typeof rate === 'number' && rate > 0 && rate < Infinity) return rate;
  throw new Error(`${name} must have a median above 0, got ${show(rate)}`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error('expected a report as JSON, written by: npm run bench -- --json bench.json', { cause: error });
  }
}

function asRecord(name: string, value: unknown): JsonRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name} must be an object, got ${show(value)}`);
}

function asList(name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${name} must be an array, got ${show(value)}`);
}

function asText(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${name} must be a text, got ${show(value)}`);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
