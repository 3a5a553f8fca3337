import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { sourceAliases } from '../entries.ts';
import { projectAddress } from '../publish/projectAddress.ts';
import { serveCities } from './cities/serveCities.ts';
import { servePackages } from './playground/packages/servePackages.ts';
import { shownCode } from './site/shownCode.ts';
import { siteLink } from './site/siteLink.ts';
import { sourceLink } from './site/sourceLink.ts';
import { serveCity } from './tiled-city/serveCity.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const host = projectAddress();

/** The front page, and every folder beside it that has a page. */
const pages = ['.', ...readdirSync(path('.'))].map((folder) => path(`${folder}/index.html`)).filter(existsSync);

export default defineConfig({
  root: path('.'),
  // The built site works in any folder of a server.
  base: './',
  appType: 'mpa',
  publicDir: false,
  plugins: [serveCities(), serveCity(), servePackages(), sourceLink(host), shownCode(path('.'), host), siteLink()],
  resolve: { alias: sourceAliases },
  // When built from the sources, the script of a thread loads a part of it later. The default format does not allow
  // that.
  worker: { format: 'es' },
  build: {
    outDir: path('../dist-examples'),
    emptyOutDir: true,
    target: 'es2022',
    // Takes a second, and nobody reads it.
    reportCompressedSize: false,
    // three.js alone is larger than the size from which Vite warns.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: pages },
  },
});
