import type { NameRun } from 'slabtree';
import { type ColumnNames, type CsvBlock, csvBlocks, readCsvHeader } from '../input/csvBlocks';
import { CsvRows } from '../input/csvRows';
import { orTooLarge } from '../text/errors';
import { isMask } from '../text/parseNumber';
import { type BoxSink, obbProblem } from './boxSink';
import { NameList, trimmedName } from './boxNames';

const AXES = ['x', 'y', 'z'];
const BOUNDS = ['min', 'max'].flatMap((end) =>
  AXES.map((axis): ColumnNames => [`${end}${axis.toUpperCase()}`, axis + end]),
);
const MATRIX = Array.from({ length: 16 }, (_, index): ColumnNames => [`m${index}`]);
const MASK: ColumnNames[] = [['mask']];
const NAME: ColumnNames[] = [['name']];

const FIRST_OF_MATRIX = 6;
const MASK_COLUMN = 22;
const NAME_COLUMN = 23;

/**
 * For CSV files without a header: maps the number of fields in a row to the field of each column, which is -1 if the row lacks
 * the column.
 */
const FIELDS_WITHOUT_HEADER = new Map(
  [
    { hasMatrix: false, hasMask: false },
    { hasMatrix: false, hasMask: true },
    { hasMatrix: true, hasMask: false },
    { hasMatrix: true, hasMask: true },
  ].map(({ hasMatrix, hasMask }) => {
    let width = 0;
    const take = (columns: ColumnNames[], isThere: boolean) => columns.map(() => (isThere ? width++ : -1));
    const fields = [...take(BOUNDS, true), ...take(MATRIX, hasMatrix), ...take(MASK, hasMask), ...take(NAME, false)];
    return [width, fields];
  }),
);

/**
 * Adds the boxes of a CSV to a scene. Each line is a box: min x y z and max x y z, then the 16 numbers of a matrix if the box is
 * oriented, then its mask, if any. Only a CSV with a header can have names.
 *
 * @param names a list to which the names of the boxes are added.
 * @returns the runs in `names`.
 * @throws TextError if a line is not a box.
 */
export async function readCsvBoxes(
  chunks: AsyncIterable<Uint8Array>,
  scene: BoxSink,
  names = new NameList(),
): Promise<NameRun[]> {
  for await (const block of csvBlocks(chunks, (rows) => readCsvHeader(rows, BOUNDS, [MATRIX, MASK, NAME]))) {
    addBoxes(block, scene, names);
  }
  return names.runs;
}

function addBoxes(block: CsvBlock, scene: BoxSink, names: NameList): void {
  const csv = new CsvRows(block, block.delimiter);
  let id = scene.size;
  // Axis-aligned boxes with equal masks are added in one call, which takes less time, and less memory in the scene.
  let aabbs: number[] = [];
  let maskOfAabbs: number | undefined;
  const flush = () => {
    orTooLarge(() => scene.addAabbs(Float64Array.from(aabbs), maskOfAabbs));
    aabbs = [];
  };
  for (let row = block.hasHeader ? 1 : 0; row < csv.rows.length; row++) {
    const fields = fieldsOf(csv, row, block);
    const bounds = readBounds(csv, row, fields);
    const mask = readMask(csv, row, fields[MASK_COLUMN]);
    names.add(id++, readName(csv, row, fields[NAME_COLUMN]));
    if (hasMatrix(csv.rows[row], fields)) {
      flush();
      addObb(csv, row, fields, bounds, mask, scene);
    } else {
      if (mask !== maskOfAabbs) flush();
      maskOfAabbs = mask;
      aabbs.push(...bounds);
    }
  }
  csv.checkEnd();
  flush();
}

function fieldsOf(csv: CsvRows, row: number, { header }: CsvBlock): number[] {
  if (header !== null) {
    csv.checkWidth(row, header.width);
    return header.fields;
  }
  const { length } = csv.rows[row];
  const fields = FIELDS_WITHOUT_HEADER.get(length);
  if (fields !== undefined) return fields;
  // The error points at the first superfluous field of a line, or at the end of a line that is too short.
  const end = Math.max(...[...FIELDS_WITHOUT_HEADER.keys()].filter((width) => width < length), 0);
  throw csv.errorAt(
    row,
    end === 0 ? length : end,
    `expected 6 numbers (min x y z, max x y z), 22 with a matrix, and one more with a mask, got ${length} fields`,
  );
}

function readBounds(csv: CsvRows, row: number, fields: number[]): number[] {
  const bounds = BOUNDS.map((_, column) => csv.numberAt(row, fields[column]));
  for (let axis = 0; axis < 3; axis++) {
    if (bounds[axis] <= bounds[axis + 3]) continue;
    const name = AXES[axis];
    const problem = `min ${name} must not be greater than max ${name}, got ${bounds[axis]} and ${bounds[axis + 3]}`;
    throw csv.errorAt(row, fields[axis], problem);
  }
  return bounds;
}

/** Returns the bit mask of a box in a row of a CSV. Undefined if the row has none: the scene then sets all bits. */
function readMask(csv: CsvRows, row: number, field: number): number | undefined {
  if (isBlank(csv.rows[row], field)) return undefined;
  const mask = csv.numberAt(row, field);
  if (isMask(mask)) return mask;
  throw csv.errorAt(row, field, `expected a mask, a 32-bit integer, got ${mask}`);
}

/** Returns the name of a box in a row of a CSV. Null if the row has no name. */
function readName(csv: CsvRows, row: number, field: number): string | null {
  if (isBlank(csv.rows[row], field)) return null;
  return trimmedName(csv.textAt(row, field));
}

function hasMatrix(row: string[], fields: number[]): boolean {
  return MATRIX.some((_, index) => !isBlank(row, fields[FIRST_OF_MATRIX + index]));
}

function isBlank(row: string[], field: number): boolean {
  return field < 0 || row[field].trim() === '';
}

function addObb(
  csv: CsvRows,
  row: number,
  fields: number[],
  bounds: number[],
  mask: number | undefined,
  scene: BoxSink,
): void {
  const matrix = MATRIX.map((_, index) => csv.numberAt(row, fields[FIRST_OF_MATRIX + index]));
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const box = { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ }, matrix };
  const problem = obbProblem(box);
  if (problem !== null) throw csv.errorAt(row, fields[FIRST_OF_MATRIX], problem);
  scene.addObb(box, mask);
}
