import type { BoxScene, Hit, Ray, RaycastOptions } from 'slabtree';
import { isObject, show } from '../primitives/check';

/**
 * What a character needs of a scene: a `BoxScene`, the `solids` of a `SceneIndex`, or anything with these methods. See
 * {@link moveAndSlide}.
 */
export interface WalkedScene extends Pick<BoxScene, 'sweep' | 'contacts' | 'boxOf' | 'generationOf' | 'has'> {
  /**
   * Returns the closest hit of a ray. Only its id, its `t`, the normal of the face that is hit, and whether the ray
   * starts inside a box matter.
   */
  raycast(ray: Ray, options: RaycastOptions): Pick<Hit, 'id' | 't' | 'normal' | 'inside'> | null;
}

const METHODS = ['sweep', 'contacts', 'raycast', 'boxOf', 'generationOf', 'has'] as const;

/** Throws unless a value has the methods of a scene. A scene in tiles, whose answers are promises, lacks some. */
export function checkScene(scene: WalkedScene): void {
  const given: unknown = scene;
  if (isObject(given) && METHODS.every((method) => method in given)) return;
  let remedy = '';
  if (isObject(given) && 'solids' in given) remedy = ': give its solids';
  else if (isObject(given) && 'boxes' in given) remedy = ': give its boxes';
  throw new TypeError(`scene must be a BoxScene or the solids of a SceneIndex, got ${show(given)}${remedy}`);
}
