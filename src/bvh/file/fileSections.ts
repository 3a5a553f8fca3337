import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import { STRIPE_BYTES } from './checksum';
import { type FileHeader, HEADER_BYTES } from './fileHeader';

/** Numbers of an OBB in a file: its record without the inverse, which is computed again, and where the columns then begin. */
export const OBB_FILE_STRIDE = OBB_STRIDE - 9;
export const FILE_COLUMNS = COLUMNS - 9;

/** The parts of a file after its header, in their order: runs of records of one size. */
const RECORD_BYTES = {
  places: 4,
  masks: 4,
  freed: 4,
  aabb32: AABB_STRIDE * 4,
  aabb64: AABB_STRIDE * 8,
  obbs: OBB_FILE_STRIDE * 8,
  nodes: NODE_WORDS * 4,
};

export type SectionName = keyof typeof RECORD_BYTES;

export interface Section {
  readonly name: SectionName;
  /** Where it begins, a multiple of a stripe, and where the next one does. */
  readonly at: number;
  readonly end: number;
  /** Its bytes, but for those that fill its last stripe. */
  readonly byteLength: number;
  readonly count: number;
  readonly recordBytes: number;
}

/** Where everything is in a file. */
export function sectionsOf(header: FileHeader): { sections: Section[]; fileBytes: number } {
  const counts: Record<SectionName, number> = { ...header, places: header.ids };
  const sections: Section[] = [];
  let at = HEADER_BYTES;
  for (const name of Object.keys(RECORD_BYTES) as SectionName[]) {
    const recordBytes = RECORD_BYTES[name];
    const byteLength = counts[name] * recordBytes;
    const end = at + Math.ceil(byteLength / STRIPE_BYTES) * STRIPE_BYTES;
    sections.push({ name, at, end, byteLength, count: counts[name], recordBytes });
    at = end;
  }
  return { sections, fileBytes: at };
}
