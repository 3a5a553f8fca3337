import type { Object3D } from 'three';
import { hasStandIn } from './standIns';

/** Whether an object is visible, or what is drawn in its place, and so is all that it is in. */
export function isShown(object: Object3D): boolean {
  let above = object.parent;
  while (above?.visible === true) above = above.parent;
  return above === null && (object.visible || hasStandIn(object));
}
