import { frustumFromMatrix, type Plane } from 'slabtree';
import { Matrix4, type PerspectiveCamera } from 'three';

/** The boxes that are read lie in a picture that is larger by this factor: a turn of the view shows no gap then. */
const WIDER = 1.2;

/** The planes around what a camera sees, and a little more, up to a distance. */
export function nearFrustum(camera: PerspectiveCamera, reach: number): Plane[] {
  const wide = camera.clone();
  wide.zoom /= WIDER;
  wide.far = reach;
  wide.updateProjectionMatrix();
  return frustumFromMatrix(new Matrix4().multiplyMatrices(wide.projectionMatrix, wide.matrixWorldInverse));
}
