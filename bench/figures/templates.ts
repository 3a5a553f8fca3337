import { boxes } from './boxes';
import { closestHit } from './closestHit';
import { cluster } from './cluster';
import { elsewhereOnly } from './elsewhere';
import type { Measured, Templates } from './measured';
import { meshes } from './meshes';
import { shapes } from './shapes';
import { threads } from './threads';
import { three } from './three';
import { twins } from './twins';

/** All figures by name. A figure may stand in several documents. */
export const templates: Templates = {
  ...boxes,
  ...closestHit,
  ...cluster,
  ...elsewhereOnly,
  ...meshes,
  ...shapes,
  ...threads,
  ...three,
  ...twins,
};

/** Returns what stands between the markers of this name. */
export function writeFigure(measured: Measured, name: string): string {
  if (!(name in templates))
    throw new Error(`There are no figures '${name}'. bench/figures has: ${Object.keys(templates).join(', ')}.`);
  return templates[name](measured);
}
