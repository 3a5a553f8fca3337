import type { Options } from 'tsup';

/**
 * Gives classes their own names. Where a class names itself, esbuild writes `var X = class _X`, whose name is `_X` on every
 * console. As nothing assigns to such a variable, the class can use that instead of a name of its own. Each replacement is as
 * long as before, so that source maps stay right.
 */
export function ownClassNames(code: string): string {
  let named = code;
  const renamed = new Set<string>();
  for (const [, name, inner] of code.matchAll(/\b(\w+) = class (_\w+)\b/g)) {
    // The names inside of both classes would become that of the first.
    if (renamed.has(inner)) throw new Error(`class ${inner} must be the only one of its name in a bundle: rename one`);
    renamed.add(inner);
    named = named
      .replace(`${name} = class ${inner}`, `${name} = class${' '.repeat(inner.length + 1)}`)
      .replaceAll(new RegExp(`\\b${inner}\\b`, 'g'), name.padStart(inner.length));
  }
  return named;
}

/** Does so in all bundles. */
export const classesNamed: NonNullable<Options['plugins']>[number] = {
  name: 'own class names',
  renderChunk: (code) => ({ code: ownClassNames(code) }),
};
