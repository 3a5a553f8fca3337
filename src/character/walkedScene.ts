import type { BoxScene, Hit, Ray, RaycastOptions } from 'slabtree';

/**
 * What a character needs of a scene: a `BoxScene`, the `solids` of a `SceneIndex`, or anything with these methods. See
 * {@link moveAndSlide}.
 */
export interface WalkedScene extends Pick<BoxScene, 'sweep' | 'contacts' | 'boxOf' | 'generationOf' | 'has'> {
  /**
   * Returns the closest hit of a ray. Only its `t`, the normal of the face that is hit, and whether the ray starts
   * inside a box matter.
   */
  raycast(ray: Ray, options: RaycastOptions): Pick<Hit, 't' | 'normal' | 'inside'> | null;
}
