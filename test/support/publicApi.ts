import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What users of an entry point can name in their code: a function, a class, a member of a class, or a constant. */
export interface PublicName {
  /** As users write it: `raycastAabb`, `BoxScene`, `new BoxScene`, `BoxScene.raycast`. */
  readonly name: string;
  /** Its last word. */
  readonly word: string;
  readonly kind: 'function' | 'class' | 'property';
  readonly takesArguments: boolean;
}

/** The declaration of a name that an entry point exports. */
export interface PublicDeclaration {
  readonly name: string;
  readonly node:
    | ts.FunctionDeclaration
    | ts.ClassDeclaration
    | ts.InterfaceDeclaration
    | ts.TypeAliasDeclaration
    | ts.VariableStatement;
  /** Whether users can name it in types only. They cannot make an object of such a class. */
  readonly isTypeOnly: boolean;
}

/** Returns the declarations of all that an entry point exports, by its source, `index.ts`. */
export function publicDeclarations(index: string): PublicDeclaration[] {
  const declarations: PublicDeclaration[] = [];
  for (const statement of parse(index).statements) {
    if (
      !ts.isExportDeclaration(statement) ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause) ||
      !statement.moduleSpecifier ||
      !ts.isStringLiteral(statement.moduleSpecifier)
    ) {
      throw new Error(`${index} must have only exports of the form export { … } from '…', got ${statement.getText()}`);
    }
    const source = parse(`${join(dirname(index), statement.moduleSpecifier.text)}.ts`);
    for (const { isTypeOnly, name } of statement.exportClause.elements) {
      const node = declarationOf(name.text, source);
      declarations.push({ name: name.text, node, isTypeOnly: isTypeOnly || statement.isTypeOnly });
    }
  }
  return declarations;
}

/**
 * Returns all functions, classes, methods, properties and constants of an entry point, by its source, `index.ts`. Types and what overrides a
 * member of another package's class are left out.
 */
export function publicNames(index: string): PublicName[] {
  return publicDeclarations(index)
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .flatMap(({ name, node }) => {
      if (ts.isFunctionDeclaration(node)) return functionNamed(name, name, node);
      if (ts.isVariableStatement(node)) return { name, word: name, kind: 'property' as const, takesArguments: false };
      if (!ts.isClassDeclaration(node)) throw new Error(`${index} must export ${name} as a type, which it is`);
      return [{ name, word: name, kind: 'class', takesArguments: false }, ...membersOf(name, node)];
    });
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Returns the first declaration of a name: overloads of a function have the docstring on the first. */
function declarationOf(name: string, source: ts.SourceFile): PublicDeclaration['node'] {
  for (const node of source.statements) {
    if (
      ts.isVariableStatement(node) &&
      node.declarationList.declarations.some((each) => each.name.getText() === name)
    ) {
      return node;
    }
    if (
      (ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)) &&
      node.name?.text === name
    ) {
      return node;
    }
  }
  throw new Error(`${source.fileName} must have a function, a class, a constant or a type ${name}`);
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

/** Returns whether users of a class can name a member, and the class does not override it from a class of another package. */
export function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  if ((ts.getCombinedModifierFlags(member) & hidden) !== 0) return false;
  if (member.name && ts.isPrivateIdentifier(member.name)) return false;
  return !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
}
