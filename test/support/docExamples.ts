import type { PublicDoc } from './publicDocs';
import { componentsOf, snippetsAsProgram } from './readmeSnippets';

/** A line of an example that stands for a statement at its end. */
const END = /^\/\/ At the end: (.*)$/;

/** An example of a docstring as a module, which throws if a stated value is wrong. */
export interface DocExample {
  /** The public name that has the example. */
  readonly name: string;
  readonly code: string;
  /** Whether the example is a component of React. It is compiled, and not run. */
  readonly isComponent: boolean;
}

/**
 * Returns the examples in the docstrings of an entry point, in the order of its exports.
 *
 * An example uses the names of its entry point and of `slabtree` without imports, and imports what it uses of other packages. The
 * example of a member goes on where the example of its class ends. A line `// At the end: statement` stands for a statement that
 * ends the program, in the example of a class also the programs of its members.
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
    const component = componentsOf(example).at(0);
    const lines = (component ?? snippetsAsProgram(`${before}\n${example}`)).split('\n');
    const imports = lines.filter(isImport);
    const body = withEnd(lines.filter((line) => !isImport(line)));
    const imported = namesIn(imports.join('\n'));
    const used = new Set([...namesIn(body.join('\n'))].filter((name) => !imported.has(name)));
    for (const [entryPoint, names] of Object.entries(sources)) {
      imports.push(importOf(names, entryPoint, used));
    }
    // In a block, variables may have the names of imports.
    const code = component === undefined ? [...imports, '{', ...body, '}'] : [...imports, ...body];
    return [{ name: doc.name, code: code.join('\n'), isComponent: component !== undefined }];
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

/** Adds the statements of lines `// At the end: statement` to the end of a program, unless it already has them. */
function withEnd(lines: readonly string[]): string[] {
  const ends = lines.flatMap((line) => END.exec(line)?.[1] ?? []);
  const others = lines.filter((line) => !END.test(line));
  return [...others, ...ends.filter((end) => !others.some((line) => line.includes(end))).map((end) => `${end};`)];
}

function isImport(line: string): boolean {
  return line.startsWith('import ');
}

function namesIn(code: string): Set<string> {
  return new Set(code.match(/[\w$]+/g));
}
