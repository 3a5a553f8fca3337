import type { BufferGeometry, Material } from 'three';

type MaybeMaterial = Material | null | undefined;

/** The material of an object, or one for each of its groups. A list may have gaps, for materials that are not loaded yet. */
export type Materials = MaybeMaterial | readonly MaybeMaterial[];

/** The part of a group of a geometry that names its material. */
interface WithMaterial {
  readonly materialIndex?: number | undefined;
}

/**
 * Returns the material of a group. Undefined or null if there is none: no renderer of three.js then draws the group, and three.js's
 * own raycast throws.
 */
export function materialOf({ materialIndex }: WithMaterial, materials: Materials): MaybeMaterial {
  if (!isList(materials)) return materials;
  return materialIndex === undefined ? undefined : materials[materialIndex];
}

/** Returns the groups of a geometry that have a material: the same list if all have one. */
export function drawnGroupsOf({ groups }: BufferGeometry, materials: Materials): BufferGeometry['groups'] {
  return lacksMaterial(groups, materials) ? groups.filter((group) => Boolean(materialOf(group, materials))) : groups;
}

/** Whether some of the groups have no material, or all if there is none at all. */
export function lacksMaterial(groups: readonly WithMaterial[], materials: Materials): boolean {
  if (!isList(materials)) return !materials;
  for (const group of groups) if (!materialOf(group, materials)) return true;
  return false;
}

function isList(materials: Materials): materials is readonly MaybeMaterial[] {
  return Array.isArray(materials);
}
