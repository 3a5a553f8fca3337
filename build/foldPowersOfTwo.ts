import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { powerOfTwo } from './powerOfTwo';

/** Code with `2 ** -49` and the like as the numbers that they are. How `**` rounds, the language leaves to each engine. */
export function foldPowersOfTwo(code: string): string {
  return code.replaceAll(/\b2 \*\* (-?\d+)/g, (_, exponent) => String(powerOfTwo(Number(exponent))));
}

/** Folds powers of two in all sources of a bundle. */
export const powersOfTwoFolded: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'fold powers of two',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      // A text of all sorts of characters.
      if (path.endsWith('/kernel/binary.ts')) return undefined;
      return { contents: foldPowersOfTwo(readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
};
