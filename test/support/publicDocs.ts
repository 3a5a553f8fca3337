import ts from 'typescript';
import { isPublic, publicDeclarations } from './publicApi';

/** The docstring of a public name. */
export interface PublicDoc {
  /** As users write it: `raycastAabb`, `BoxScene`, `new BoxScene`, `BoxScene.raycast`, `Hit.point`. */
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constructor' | 'method' | 'property' | 'type' | 'field';
  /** The class or the type of a member. */
  readonly owner: PublicDoc | null;
  /** All of the docstring but its tags. Empty if there is no docstring. */
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly parameters: readonly Parameter[];
  /** Whether the code of the function itself has a `throw`. */
  readonly throws: boolean;
}

/** A tag of a docstring, such as `@param box finite numbers`. */
export interface Tag {
  /** Its name: `param`. */
  readonly tag: string;
  /** The parameter that it is about, or an empty text. */
  readonly parameter: string;
  readonly text: string;
}

export interface Parameter {
  readonly name: string;
  /** Its type as the source has it, or else the default value that gives the type. */
  readonly type: string;
}

/** Returns the docstrings of all public names of an entry point, by its source, `index.ts`, in the order of the exports. */
export function publicDocs(index: string): PublicDoc[] {
  return publicDeclarations(index).flatMap(({ name, node, isTypeOnly }) => {
    if (ts.isFunctionDeclaration(node)) return [docOf(name, 'function', node, null)];
    if (ts.isVariableStatement(node)) return [docOf(name, 'property', node, null)];
    if (ts.isClassDeclaration(node)) {
      const owner = docOf(name, isTypeOnly ? 'type' : 'class', node, null);
      const members = node.members.filter((member) => isPublic(member) && !(isTypeOnly && isConstructor(member)));
      return [owner, ...docsOfMembers(owner, members)];
    }
    const owner = docOf(name, 'type', node, null);
    return ts.isInterfaceDeclaration(node) ? [owner, ...docsOfMembers(owner, node.members)] : [owner];
  });
}

function isConstructor(member: ts.ClassElement): boolean {
  return ts.isConstructorDeclaration(member);
}

/** Returns the docstring of each member once: overloads and setters count as the first of their name. */
function docsOfMembers(owner: PublicDoc, members: Iterable<ts.ClassElement | ts.TypeElement>): PublicDoc[] {
  const docs = new Map<string, PublicDoc>();
  for (const member of members) {
    const name = ts.isConstructorDeclaration(member)
      ? `new ${owner.name}`
      : `${owner.name}.${member.name?.getText() ?? ''}`;
    if (!docs.has(name)) docs.set(name, docOf(name, kindOf(member), member, owner));
  }
  return [...docs.values()];
}

function kindOf(member: ts.ClassElement | ts.TypeElement): PublicDoc['kind'] {
  if (ts.isConstructorDeclaration(member)) return 'constructor';
  if (ts.isMethodDeclaration(member)) return 'method';
  return ts.isClassElement(member) ? 'property' : 'field';
}

function docOf(name: string, kind: PublicDoc['kind'], node: ts.Node, owner: PublicDoc | null): PublicDoc {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const isFunction = ts.isFunctionLike(node);
  return {
    name,
    kind,
    owner,
    description: textOf(comment?.comment),
    tags: (comment?.tags ?? []).map((tag) => ({
      tag: tag.tagName.text,
      parameter: ts.isJSDocParameterTag(tag) ? tag.name.getText() : '',
      text: textOf(tag.comment),
    })),
    parameters: isFunction ? node.parameters.map(parameterOf) : [],
    throws: isFunction && 'body' in node && node.body !== undefined && hasThrow(node.body),
  };
}

function parameterOf({ name, type, initializer }: ts.ParameterDeclaration): Parameter {
  return { name: name.getText(), type: (type ?? initializer)?.getText() ?? '' };
}

function textOf(comment: ts.JSDoc['comment']): string {
  return ts.getTextOfJSDocComment(comment) ?? '';
}

function hasThrow(node: ts.Node): boolean {
  return ts.isThrowStatement(node) || (ts.forEachChild(node, hasThrow) ?? false);
}
