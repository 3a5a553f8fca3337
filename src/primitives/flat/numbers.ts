/**
 * The types of numbers in files that two compilers read: TypeScript's, and AssemblyScript's for the kernel, which reads
 * kernel/numbers.ts in the place of this file. See "One source for both" in kernel/README.md.
 */

/** Flat numbers in float64. */
export type Numbers = Float64Array;

/** A whole number: an index, a count or a code. The kernel keeps it as an i32, and each `number` as an f64. */
export type Index = number;
