import { productError } from './triangles/exactCross';

/**
 * A sum that is not rounded: numbers whose bits do not overlap (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates", 1997). No product may overflow or underflow.
 */
export class Expansion {
  /** The parts of the sum, the smallest first. None is 0. */
  private readonly parts = new Float64Array(24);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Returns the largest part, which has the sign of the sum. */
  largest(): number {
    return this.count === 0 ? 0 : this.parts[this.count - 1];
  }

  /** Adds the product of three numbers. Its parts are at most four, and there is room for six such products. */
  addProduct(x: number, y: number, z: number): void {
    const product = x * y;
    this.addProductOfTwo(product, z);
    this.addProductOfTwo(productError(x, y, product), z);
  }

  private addProductOfTwo(x: number, y: number): void {
    const product = x * y;
    this.add(product);
    this.add(productError(x, y, product));
  }

  /** Adds a number (Shewchuk's Grow-Expansion). */
  private add(value: number): void {
    const { parts, count } = this;
    if (value === 0) return;
    let sum = value;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const other = parts[i];
      const larger = sum + other;
      const step = larger - sum;
      // The rounding error of a sum, exactly (Knuth's TwoSum).
      const error = sum - (larger - step) + (other - step);
      if (error !== 0) parts[kept++] = error;
      sum = larger;
    }
    if (sum !== 0) parts[kept++] = sum;
    this.count = kept;
  }
}
