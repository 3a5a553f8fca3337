import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import { halfArea } from './halfArea';
import type { Nodes } from './nodes';

/** Half the surface area of a slot's bounds. */
export function areaOfSlot({ float32 }: Nodes, slot: number): number {
  return halfArea(
    float32[slot + MAX_X] - float32[slot + MIN_X],
    float32[slot + MAX_Y] - float32[slot + MIN_Y],
    float32[slot + MAX_Z] - float32[slot + MIN_Z],
  );
}
