import { type Context, DeclarationReflection } from 'typedoc';
import ts from 'typescript';

/** Removes what overrides a member of a class of another package: that package describes it. */
export function removeOverrides(context: Context): void {
  for (const reflection of Object.values(context.project.reflections)) {
    const declaration = context.getSymbolFromReflection(reflection)?.valueDeclaration;
    if (!(reflection instanceof DeclarationReflection) || declaration === undefined) continue;
    const isOverride = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Override) !== 0;
    if (isOverride && ts.isClassElement(declaration)) context.project.removeReflection(reflection);
  }
}
