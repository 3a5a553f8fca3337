import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import { STRIPE_BYTES } from './checksum';
import { type FileHeader, HEADER_BYTES } from './fileHeader';

/**
 * The numbers of an OBB in a file: its record without the inverse, which is computed again. Then where the columns
 * begin.
 */
export const OBB_FILE_STRIDE = OBB_STRIDE - 9;
export const FILE_COLUMNS = COLUMNS - 9;

/** The parts of a file after its header, in order. Each is a run of records of one size. */
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
  /** Where the section begins, which is a multiple of a stripe, and where the next one begins. */
  readonly at: number;
  readonly end: number;
  /** The bytes of the section, without those that fill up its last stripe. */
  readonly byteLength: number;
  readonly count: number;
  readonly recordBytes: number;
}

/** Finds where everything is in a file. */
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
