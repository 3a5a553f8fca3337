import { Comment, DeclarationReflection, type ProjectReflection, ReflectionGroup, ReflectionKind } from 'typedoc';
import { type Group, GROUPS } from './groups';

/** Moves the functions and the types of each entry point to a module for each group, which has a page. Classes have pages of their own. */
export function moveToGroups(project: ProjectReflection): void {
  for (const entryPoint of project.children ?? []) {
    const classes = entryPoint.children?.filter((child) => child.kindOf(ReflectionKind.Class)) ?? [];
    classes.forEach(forgetInspected);
    const groups = (entryPoint.categories ?? []).flatMap(({ title, children }) => {
      const others = children.filter((child) => child instanceof DeclarationReflection && !classes.includes(child));
      return others.length === 0 ? [] : [groupPage(entryPoint, title, others as DeclarationReflection[])];
    });
    entryPoint.children = [...classes, ...groups];
    delete entryPoint.categories;
    entryPoint.groups = [
      listOf('Classes', entryPoint, classes),
      listOf('Functions and types', entryPoint, groups),
    ].filter(({ children }) => children.length > 0);
  }
}

/** Removes the internal class `Inspected`, which only makes classes readable on a console, from the page of a class. */
function forgetInspected(reflection: DeclarationReflection): void {
  if (reflection.extendedTypes?.some((type) => type.toString() === 'Inspected') !== true) return;
  delete reflection.extendedTypes;
  for (const child of reflection.children ?? []) {
    delete child.overwrites;
    for (const signature of child.signatures ?? []) delete signature.overwrites;
  }
}

function groupPage(
  entryPoint: DeclarationReflection,
  title: string,
  children: DeclarationReflection[],
): DeclarationReflection {
  const page = new DeclarationReflection(title, ReflectionKind.Module, entryPoint);
  page.comment = new Comment([{ kind: 'text', text: GROUPS[title as Group] }]);
  page.children = children;
  for (const child of children) child.parent = page;
  const functions = children.filter((child) => child.kindOf(ReflectionKind.Function));
  const types = children.filter((child) => !functions.includes(child));
  page.groups = [listOf('Functions', page, functions), listOf('Types', page, types)].filter(
    ({ children }) => children.length > 0,
  );
  return page;
}

function listOf(title: string, owner: DeclarationReflection, children: DeclarationReflection[]): ReflectionGroup {
  const group = new ReflectionGroup(title, owner);
  group.children = children;
  return group;
}
