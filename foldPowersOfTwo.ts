import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';

/**
 * Puts powers of two into the bundles as the numbers that they are, where the sources have `2 ** -49` and the like: the language
 * leaves it to each engine how `**` rounds.
 */
export const foldPowersOfTwo: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'fold powers of two',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      // A text of all sorts of characters.
      if (path.endsWith('/kernel/binary.ts')) return undefined;
      return { contents: fold(readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
};

function fold(code: string): string {
  return code.replaceAll(/\b2 \*\* (-?\d+)/g, (_, exponent) => String(powerOfTwo(Number(exponent))));
}

function powerOfTwo(exponent: number): number {
  let power = 1;
  // Each step is exact.
  for (let i = 0; i < Math.abs(exponent); i++) power *= exponent < 0 ? 0.5 : 2;
  return power;
}
