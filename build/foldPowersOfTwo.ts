import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { powerOfTwo } from './powerOfTwo';

/** Replaces powers such as `2 ** -49` by their values. The language lets each engine round `**` in its own way. */
export function foldPowersOfTwo(code: string): string {
  return code.replaceAll(/\b2 \*\* (-?\d+)/g, (_, exponent) => String(powerOfTwo(Number(exponent))));
}

/** Folds powers of two in all sources of a bundle. */
export const powersOfTwoFolded: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'fold powers of two',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      // Its text may contain anything, also what looks like a power.
      if (path.endsWith('/kernel/binary.ts')) return undefined;
      return { contents: foldPowersOfTwo(readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
};
