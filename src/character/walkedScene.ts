import type { BoxScene, Hit, Ray, RaycastOptions } from 'slabtree';

/**
 * What a character needs of a scene: a `BoxScene`, the `solids` of a `SceneIndex`, or anything with these methods. See
 * {@link moveAndSlide}.
 */
export interface WalkedScene extends Pick<BoxScene, 'sweep' | 'contacts' | 'matrixOf' | 'has'> {
  /**
   * Returns the closest hit of a ray. Only the normal of the face that is hit matters, and whether the ray starts
   * inside a box.
   */
  raycast(ray: Ray, options: RaycastOptions): Pick<Hit, 'normal' | 'inside'> | null;
}
