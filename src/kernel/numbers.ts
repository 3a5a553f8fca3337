/** The kernel reads this file in the place of primitives/flat/numbers.ts, from which its files import: see README.md, "One source for both". */

/** Flat numbers in float64, at an address. */
@unmanaged
export class Numbers {
  @inline
  @operator('[]')
  get(index: i32): f64 {
    return load<f64>(changetype<usize>(this) + (<usize>index << 3));
  }

  @inline
  @operator('[]=')
  set(index: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + (<usize>index << 3), value);
  }
}

export type Index = i32;
