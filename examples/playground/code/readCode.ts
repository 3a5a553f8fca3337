import { type Identifier, type ImportDeclaration, type Literal, parse, type Program } from 'acorn';
import { full } from 'acorn-walk';
import type { Packages } from '../packages/buildPackages.ts';
import { guardLoops } from './guardLoops';

/** A mistake that shows before the code runs. */
export class CodeError extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'SyntaxError';
    this.line = line;
  }
}

/** Code that can run: its loops can be ended. */
export interface RunnableCode {
  readonly text: string;
  /** The names of the modules that it needs, with those that they import. */
  readonly needed: readonly string[];
}

/** @throws CodeError for a syntax error, and for an import that there is not. */
export function readCode(code: string, modules: Packages['modules']): RunnableCode {
  const program = parseModule(code);
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    modules[name].imports.forEach(need);
  };
  full(program, (node) => {
    if (!('source' in node)) return;
    const source = node.source as Literal | null | undefined;
    if (typeof source?.value !== 'string') return;
    const line = source.loc?.start.line ?? 1;
    if (!Object.hasOwn(modules, source.value)) throw new CodeError(noModule(source.value, modules), line);
    if (node.type === 'ImportDeclaration') checkNames(node, source.value, modules);
    need(source.value);
  });
  return { text: guardLoops(code, program), needed: [...needed] };
}

function parseModule(code: string): Program {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    // The message ends with the place, as in «Unexpected token (3:5)».
    throw new CodeError(error.message.replace(/ \(\d+:\d+\)$/, ''), (error.loc as { line: number }).line);
  }
}

/** The browsers report a missing export each in its own way, and not all with its line. */
function checkNames({ specifiers }: ImportDeclaration, from: string, modules: Packages['modules']): void {
  for (const specifier of specifiers) {
    if (specifier.type === 'ImportNamespaceSpecifier') continue;
    const name = specifier.type === 'ImportSpecifier' ? (specifier.imported as Identifier).name : 'default';
    if (modules[from].exports.includes(name)) continue;
    const line = specifier.loc?.start.line ?? 1;
    throw new CodeError(`'${from}' has no export '${name}'`, line);
  }
}

function noModule(name: string, modules: Packages['modules']): string {
  const names = Object.keys(modules).filter((each) => each !== 'slabtree/worker' && !each.includes('addons'));
  const addons = Object.keys(modules).filter((each) => each.includes('addons'));
  return `there is no module '${name}' here. There are ${[...names, ...addons].join(', ')}`;
}
