import ts from 'typescript';

/** A comment that states the value of the statement that ends before it, on the same line or on the line before. */
const STATED_VALUE = /[ \t]*(?:\n[ \t]*)?\/\/ → (.*)$/my;

/**
 * All TypeScript snippets of a Markdown text, in order, as one program. The program throws if a stated value is wrong:
 * `expression; // → value` or `const name = expression; // → value`.
 *
 * @param before code that runs first and that the snippets do not show.
 * @throws Error if the text has no snippets, or if a stated value is not the value of an expression.
 */
export function snippetsAsProgram(markdown: string, before = ''): string {
  const snippets = [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  if (snippets.length === 0) throw new Error('the text has no TypeScript snippets');
  const program = withChecks(snippets.join('\n'));
  return ["import { deepStrictEqual } from 'node:assert/strict';", before, program].join('\n');
}

/** The components of a Markdown text: each is a module of its own. */
export function componentsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, code]) => code);
}

/** Replaces each comment that states a value by code that checks the value. */
function withChecks(code: string): string {
  const source = ts.createSourceFile('snippets.ts', code, ts.ScriptTarget.ES2022, true);
  let checked = '';
  let end = 0;
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source);
    STATED_VALUE.lastIndex = node.end;
    const stated = isValued(node) ? STATED_VALUE.exec(code) : null;
    if (stated === null) {
      ts.forEachChild(node, visit);
      return;
    }
    checked += code.slice(end, start) + checkOf(node, code.slice(start, node.end), stated[1]);
    end = STATED_VALUE.lastIndex;
  };
  visit(source);
  checked += code.slice(end);
  const unchecked = /.*\/\/ → .*/.exec(checked);
  if (unchecked !== null) throw new Error(`no expression ends before the value: ${unchecked[0]}`);
  return checked;
}

/** Returns the name of the variable that a statement declares: `const name = …`. Null for other statements. */
function declaredBy(statement: ts.Node): string | null {
  if (!ts.isVariableStatement(statement)) return null;
  const [{ name }] = statement.declarationList.declarations;
  return ts.isIdentifier(name) ? name.text : null;
}

function isValued(node: ts.Node): boolean {
  return ts.isExpressionStatement(node) || declaredBy(node) !== null;
}

function checkOf(statement: ts.Node, text: string, value: string): string {
  if (ts.isExpressionStatement(statement)) return `deepStrictEqual(${statement.expression.getText()}, ${value});`;
  return `${text} deepStrictEqual(${String(declaredBy(statement))}, ${value});`;
}
