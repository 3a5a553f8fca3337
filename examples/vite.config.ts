import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { serveCities } from './cities/serveCities';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The front page, and every folder beside it that has a page of its own. */
const pages = ['.', ...readdirSync(path('.'))].map((folder) => path(`${folder}/index.html`)).filter(existsSync);

export default defineConfig({
  root: path('.'),
  // The built site may stand anywhere, on a server or below one.
  base: './',
  appType: 'mpa',
  publicDir: false,
  plugins: [serveCities()],
  resolve: {
    alias: [
      { find: /^slabtree$/, replacement: path('../src/index.ts') },
      { find: /^slabtree\/three$/, replacement: path('../src/three/index.ts') },
      { find: /^slabtree\/workers$/, replacement: path('../src/workers/index.ts') },
    ],
  },
  // From the sources, a thread's script has a part that is loaded later, which the default format cannot have.
  worker: { format: 'es' },
  build: {
    outDir: path('../dist-examples'),
    emptyOutDir: true,
    target: 'es2022',
    // three.js alone is larger than what vite warns of.
    chunkSizeWarningLimit: 1000,
    rollupOptions: { input: pages },
  },
});
