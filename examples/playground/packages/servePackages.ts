import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { buildPackages, type Packages } from './buildPackages.ts';
import { files } from './specifiers.ts';

/** The page imports this name, and gets the list of the modules. */
const NAME = 'virtual:packages';

/** Puts what code in the playground can import below its page: the built package, three.js, and the script of the frame. */
export function servePackages(): Plugin {
  let packages: Promise<Packages> | undefined;
  let isServer = false;
  /** Once. A server builds the package before, so that the code in the playground runs what the sources are. */
  const once = () => (packages ??= isServer ? buildDist().then(buildPackages) : buildPackages());
  return {
    name: 'serve-packages',
    configResolved({ command }) {
      isServer = command === 'serve';
      if (!isServer && !existsSync(files.slabtree)) {
        throw new Error('the playground needs dist: run npm run bundle:code first');
      }
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { modules, frame } = await once();
      return `export const modules = ${JSON.stringify(modules)};\nexport const frame = ${JSON.stringify(frame)};`;
    },
    configureServer({ config, middlewares }) {
      middlewares.use(`${config.base}playground/modules`, ({ url = '' }, response, next) => {
        once().then(({ texts }) => {
          const text = texts.get(`modules${new URL(url, 'http://localhost').pathname}`);
          if (text === undefined) {
            next();
          } else {
            response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
            response.end(text);
          }
        }, next);
      });
    },
    async generateBundle() {
      const { texts } = await once();
      for (const [path, source] of texts) this.emitFile({ type: 'asset', fileName: `playground/${path}`, source });
    },
  };
}

/** What npm run bundle:code does. Loaded only when it is needed, as it takes a while. */
async function buildDist(): Promise<void> {
  console.log('Building the package, which code in the playground runs: this takes a few seconds.');
  const { build } = await import('tsup');
  await build({ dts: false, silent: true });
}
