import { earthCentred } from '../world/globe';
import type { View } from '../site/viewCamera';
import { inUnits } from './drawingUnit';

const { x, y, z } = earthCentred({ longitude: 24, latitude: 30, height: 17e6 });

/** The first camera of the page, over the east of Libya. It sees from 100 km to beyond the globe, wherever it goes. */
export const globeView: View = {
  position: { x: inUnits(x), y: inUnits(y), z: inUnits(z) },
  target: { x: 0, y: 0, z: 0 },
  up: { x: 0, y: 0, z: 1 },
  near: 0.1,
  far: 60,
};
