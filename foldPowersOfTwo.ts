import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { powerOfTwo } from './powerOfTwo';

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
