import { PerspectiveCamera } from 'three';
import { earthCentred } from './globe';

/** A three.js camera high above Libya that looks north over the Mediterranean, with the horizon behind Scandinavia. */
export function europeCamera(width: number, height: number): PerspectiveCamera {
  // It sees from 1 m to the horizon.
  const camera = new PerspectiveCamera(36, width / height, 1, 5_900_000);
  camera.up.set(0, 0, 1);
  camera.position.copy(earthCentred({ longitude: 12, latitude: 30, height: 2.3e6 }));
  const { x, y, z } = earthCentred({ longitude: 11, latitude: 45.5, height: 0 });
  camera.lookAt(x, y, z);
  camera.updateMatrixWorld();
  return camera;
}
