import { copyFileSync, existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { FILE, SMALL_BOXES } from './cityFile.ts';
import { makeCity } from './makeCity.ts';

/** Where the page's own request for the city leads. */
const ADDRESS = `tiled-city/${FILE}`;
/** What `npm run tiles` makes. */
const whole = join(import.meta.dirname, FILE);

/** The city that is there if the whole one has not been made. It is made whenever the examples are served or built. */
const SMALL = 'small-city.slabs';
const small = join(import.meta.dirname, SMALL);

/** Puts the city beside the page: the whole one if it has been made, and otherwise a small one. */
export function serveCity(): Plugin {
  let making: Promise<void> | null = null;
  return {
    name: 'serve-city',
    configureServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url !== config.base + ADDRESS || existsSync(whole)) {
          next();
          return;
        }
        making ??= makeCity(small, SMALL_BOXES);
        making.then(
          () => {
            // Vite serves it, by ranges.
            request.url = `${config.base}tiled-city/${SMALL}`;
            next();
          },
          (error: unknown) => {
            // The next request tries again.
            making = null;
            next(error);
          },
        );
      });
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      await makeCity(small, SMALL_BOXES);
      const target = join(dir, ADDRESS);
      if (!existsSync(whole)) {
        copyFileSync(small, target);
        return;
      }
      try {
        // Another name of the same file, because a copy would take as much space again.
        linkSync(whole, target);
      } catch (error) {
        this.warn(`${whole} is not linked into the site, so copy it to tiled-city: ${String(error)}`);
      }
    },
  };
}
