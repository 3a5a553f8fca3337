import type { CommentDisplayPart, ProjectReflection, Reflection } from 'typedoc';

/** Makes links to names of `slabtree` that are in docstrings of other entry points, such as `{@link BoxScene.raycast}`, lead there. */
export function linkToCore(project: ProjectReflection): void {
  const core = project.getChildByName(['slabtree']);
  for (const reflection of Object.values(project.reflections)) {
    for (const part of partsOf(reflection)) {
      // TypeScript has found the targets of names that the source file imports.
      if (part.kind !== 'inline-tag' || part.target !== undefined) continue;
      const name = part.text.split('.', 1);
      if (core?.getChildByName(name) && !isNear(reflection, name)) part.text = `slabtree!${part.text} | ${part.text}`;
    }
  }
}

function partsOf({ comment }: Reflection): CommentDisplayPart[] {
  return comment === undefined ? [] : [...comment.summary, ...comment.blockTags.flatMap(({ content }) => content)];
}

/** Returns whether a name is beside a declaration, or beside one of the declarations around it. TypeDoc looks for names there. */
function isNear(reflection: Reflection, name: string[]): boolean {
  for (let around: Reflection | undefined = reflection; around !== undefined; around = around.parent) {
    if (around.getChildByName(name) !== undefined) return true;
  }
  return false;
}
