import { readFileSync } from 'node:fs';
import { foldPowersOfTwo } from './foldPowersOfTwo';

/** What the kernel has in the place of files that its own files share with JavaScript: see "One source for both" in src/kernel/README.md. */
const KERNEL_FILES: Readonly<Record<string, string>> = {
  'src/primitives/flat/numbers.ts': 'src/kernel/numbers.ts',
  'src/primitives/shapes/vec3.ts': 'src/kernel/primitives/flat/vec3.ts',
};

/** Reads a file as the kernel's compiler takes it. AssemblyScript does not know that an import is of types only. */
export function readForKernel(path: string): string {
  const text = readFileSync(KERNEL_FILES[path] ?? path, 'utf8');
  return foldPowersOfTwo(
    text
      .replace(/^(import|export) type \{/gm, '$1 {')
      .replace(/^import \{[^}]*\} from/gm, (imports) => imports.replace(/\btype /g, '')),
  );
}
