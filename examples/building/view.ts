import type { View } from '../site/viewCamera';
import { HEIGHT, LENGTH, SLAB, STOREYS, WIDTH } from './storey';

/** The first view of the camera: the whole building. What stands on its roof is nearly a storey high. */
export const view: View = {
  position: { x: 32, y: 24, z: 46 },
  target: { x: 3, y: 7.5, z: 1.5 },
  subject: {
    min: { x: -LENGTH / 2, y: -SLAB, z: -WIDTH / 2 },
    max: { x: LENGTH / 2, y: (STOREYS + 0.3) * HEIGHT, z: WIDTH / 2 },
  },
  far: 500,
};
