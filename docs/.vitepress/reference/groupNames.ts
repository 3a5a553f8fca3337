import { posix } from 'node:path';
import { Comment, CommentTag, DeclarationReflection, type ProjectReflection } from 'typedoc';
import { entries, entryNames, sourceOf } from '../../../entries';
import { groupedNames } from './groups';

/** Gives each module the name of its entry point, which TypeDoc calls by its folder, and a sentence about it. */
export function nameModules(project: ProjectReflection): void {
  const text =
    'All that the package exports, by its entry points. Classes have pages of their own. Functions and types are grouped.';
  project.comment = new Comment([{ kind: 'text', text }]);
  for (const entryPoint of entryNames) {
    const module = childNamed(project, [posix.dirname(sourceOf(entryPoint))]);
    module.name = entryPoint;
    module.comment = new Comment([{ kind: 'text', text: entries[entryPoint].about }]);
  }
}

/** Gives each listed name its group, as a category of TypeDoc. */
export function groupNames(project: ProjectReflection): void {
  for (const entryPoint of entryNames) {
    for (const { name, group } of groupedNames(entryPoint)) {
      const way = name.startsWith('new ') ? [name.slice('new '.length), 'constructor'] : name.split('.');
      const reflection = childNamed(project, [entryPoint, ...way]);
      // TypeDoc has the docstrings of functions and of properties with `get` at their signatures.
      const documented = reflection.signatures?.[0] ?? reflection.getSignature ?? reflection;
      documented.comment ??= new Comment();
      documented.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: group }]));
    }
  }
}

function childNamed(project: ProjectReflection, way: string[]): DeclarationReflection {
  const child = project.getChildByName(way);
  if (child instanceof DeclarationReflection) return child;
  const names = project.children?.map(({ name }) => name).join(', ') ?? '';
  throw new Error(`the reference has no ${way.join(' ')}, and its modules are ${names}`);
}
