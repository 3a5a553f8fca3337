import { existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FILE } from './cityFile';

/**
 * Puts the city beside the page when the site is built, if it has been made: as another name of the same file, because a copy
 * would take as much space again.
 */
export function linkCity(): Plugin {
  const made = join(import.meta.dirname, FILE);
  return {
    name: 'link-city',
    writeBundle({ dir }) {
      if (dir === undefined || !existsSync(made)) return;
      try {
        linkSync(made, join(dir, 'tiled-city', FILE));
      } catch (error) {
        this.warn(`${made} is not linked into the site, so copy it to tiled-city: ${String(error)}`);
      }
    },
  };
}
