import type { PublicDoc } from './publicDocs';
import { snippetsAsProgram } from './readmeSnippets';

/** An example of a docstring as a module, which throws if a stated value is wrong. */
export interface DocExample {
  /** The public name that has the example. */
  readonly name: string;
  readonly code: string;
}

/**
 * Returns the examples in the docstrings of an entry point, in the order of its exports.
 *
 * An example uses the names of its entry point and of `slabtree` without imports, and imports what it uses of other packages. The
 * example of a member goes on where the example of its class ends.
 *
 * @param docs the docstrings of the entry point.
 * @param sources the docstrings of the entry points whose names need no import, by the name of the entry point.
 */
export function docExamples(
  docs: readonly PublicDoc[],
  sources: Readonly<Record<string, readonly PublicDoc[]>>,
): DocExample[] {
  return docs.flatMap((doc) => {
    const example = exampleOf(doc);
    if (example === null) return [];
    const before = doc.owner === null ? '' : (exampleOf(doc.owner) ?? '');
    const lines = snippetsAsProgram(`${before}\n${example}`).split('\n');
    const imports = lines.filter(isImport);
    const body = lines.filter((line) => !isImport(line));
    const imported = namesIn(imports.join('\n'));
    const used = new Set([...namesIn(body.join('\n'))].filter((name) => !imported.has(name)));
    for (const [entryPoint, names] of Object.entries(sources)) {
      imports.push(importOf(names, entryPoint, used));
    }
    // In a block, variables may have the names of imports.
    return [{ name: doc.name, code: [...imports, '{', ...body, '}'].join('\n') }];
  });
}

/** Returns the text of the example in a docstring, or null if it has none. */
export function exampleOf({ tags }: PublicDoc): string | null {
  return tags.find(({ tag }) => tag === 'example')?.text ?? null;
}

/** Returns a declaration that imports, of all names of an entry point, those that are used. Each is a type or a value. */
function importOf(docs: readonly PublicDoc[], entryPoint: string, used: ReadonlySet<string>): string {
  const names = docs
    .filter(({ owner, name }) => owner === null && used.has(name))
    .map(({ name, kind }) => (kind === 'type' ? `type ${name}` : name));
  return `import { ${names.join(', ')} } from '${entryPoint}';`;
}

function isImport(line: string): boolean {
  return line.startsWith('import ');
}

function namesIn(code: string): Set<string> {
  return new Set(code.match(/[\w$]+/g));
}
