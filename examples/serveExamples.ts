import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** A server that other programs of this machine reach, and no other machine. */
export interface LocalServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the examples for development, under a path of the site, as '/examples/', at a port that is free. */
export async function serveExamples(base: string): Promise<LocalServer> {
  const server = await createServer({
    configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
    base,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0 },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server of the examples has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
