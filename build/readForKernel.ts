import { readFileSync } from 'node:fs';
import { foldPowersOfTwo } from './foldPowersOfTwo';

/** The types of numbers, and what the kernel has in their place: see "One source for both" in src/kernel/README.md. */
const NUMBERS = 'src/primitives/flat/numbers.ts';
const KERNEL_NUMBERS = 'src/kernel/numbers.ts';

/** Reads a file as the kernel's compiler takes it. AssemblyScript does not know that an import is of types only. */
export function readForKernel(path: string): string {
  const text = readFileSync(path === NUMBERS ? KERNEL_NUMBERS : path, 'utf8');
  return foldPowersOfTwo(
    text
      .replace(/^(import|export) type \{/gm, '$1 {')
      .replace(/^import \{.*\} from/gm, (line) => line.replace(/\btype /g, '')),
  );
}
