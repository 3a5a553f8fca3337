import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';

/**
 * Starts what answers requests for the examples, for development.
 *
 * @param base the path of the examples on the site, as '/examples/'.
 * @param server gets the requests. Pages connect to it, too, to hear of changes.
 */
export function serveExamples(base: string, server: Server): Promise<ViteDevServer> {
  return createServer({
    configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
    base,
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
  });
}
