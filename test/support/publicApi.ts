import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What users of an entry point can name in their code: a function, a class, or a member of a class. */
export interface PublicName {
  /** As users write it: `raycastAabb`, `BoxScene`, `new BoxScene`, `BoxScene.raycast`. */
  readonly name: string;
  /** Its last word. */
  readonly word: string;
  readonly kind: 'function' | 'class' | 'property';
  readonly takesArguments: boolean;
}

/**
 * All functions, classes, methods and properties of an entry point, by its source, `index.ts`. Types and what overrides a member of
 * another package's class are left out.
 */
export function publicNames(index: string): PublicName[] {
  const names: PublicName[] = [];
  for (const statement of parse(index).statements) {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) {
      throw new Error(`${index} must have only exports of the form export { … } from '…', got ${statement.getText()}`);
    }
    const source = parse(`${join(dirname(index), moduleSpecifier.text)}.ts`);
    for (const { isTypeOnly, name } of exportClause.elements) {
      if (!isTypeOnly) names.push(...namesOf(name.text, source));
    }
  }
  return names;
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** An exported function; or a class, its constructor and its members. */
function namesOf(name: string, source: ts.SourceFile): PublicName[] {
  for (const node of source.statements) {
    if (ts.isFunctionDeclaration(node) && node.name?.text === name) return [functionNamed(name, name, node)];
    if (ts.isClassDeclaration(node) && node.name?.text === name) {
      return [{ name, word: name, kind: 'class', takesArguments: false }, ...membersOf(name, node)];
    }
  }
  throw new Error(`${source.fileName} must have a function or a class ${name}`);
}

/** Each once: overloads count as the first of them. */
function membersOf(owner: string, node: ts.ClassDeclaration): PublicName[] {
  const members = new Map<string, PublicName>();
  for (const member of node.members) {
    if (!isPublic(member)) continue;
    if (ts.isConstructorDeclaration(member)) {
      const name = `new ${owner}`;
      if (!members.has(name)) members.set(name, functionNamed(name, owner, member));
    } else if (member.name && ts.isIdentifier(member.name)) {
      const word = member.name.text;
      const name = `${owner}.${word}`;
      if (members.has(name)) continue;
      members.set(
        name,
        ts.isMethodDeclaration(member)
          ? functionNamed(name, word, member)
          : { name, word, kind: 'property', takesArguments: false },
      );
    }
  }
  return [...members.values()];
}

function functionNamed(name: string, word: string, { parameters }: ts.SignatureDeclarationBase): PublicName {
  return { name, word, kind: 'function', takesArguments: parameters.length > 0 };
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  if ((ts.getCombinedModifierFlags(member) & hidden) !== 0) return false;
  return !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
}
