import type { RaycasterParameters } from 'three';

/** How far from lines and points a Raycaster still meets them. */
export interface Thresholds {
  readonly line: number;
  readonly points: number;
}

/** @param params of a Raycaster: what nobody asks about may be left out. */
export function readThresholds({ Line, Points }: Partial<RaycasterParameters>): Thresholds {
  return { line: Line?.threshold ?? 0, points: Points?.threshold ?? 0 };
}
