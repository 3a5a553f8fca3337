import { resolve } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll } from 'vitest';
import { serveFiles } from './serveFiles';

const root = resolve(import.meta.dirname, '../../..');

/** Serves the pages of test/browser/pages, with the built package and three.js beside them. Returns the address. */
export async function servePackage(headers: OutgoingHttpHeaders = {}): Promise<string> {
  const server = await serveFiles(
    {
      '/': resolve(root, 'test/browser/pages'),
      '/dist/': resolve(root, 'dist'),
      '/three/': resolve(root, 'node_modules/three/build'),
    },
    headers,
  );
  afterAll(() => server.close());
  return server.url;
}
