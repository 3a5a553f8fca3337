import { createReadStream, statSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface FileServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves folders on a free port of this machine, each under its path, such as '/' or '/three/', and single files. The longest
 * path that fits counts. A request may ask for a range of bytes. Every response has the given headers.
 *
 * @param servesRanges whether it gets the range, or always the whole file, as from some hosts.
 */
export async function serveFiles(
  folders: Readonly<Record<string, string>>,
  headers: OutgoingHttpHeaders = {},
  servesRanges = true,
): Promise<FileServer> {
  const paths = Object.entries(folders).sort(([a], [b]) => b.length - a.length);

  const fileAt = (path: string): string | undefined => {
    const mount = paths.find(([prefix]) => path.startsWith(prefix));
    if (mount === undefined) return undefined;
    const [prefix, folder] = mount;
    const file = join(folder, path.slice(prefix.length), path.endsWith('/') ? 'index.html' : '');
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : undefined;
  };

  const server = createServer((request, response) => {
    // URL resolves '..', so no path leads out of its folder.
    const file = fileAt(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (file === undefined) {
      response.writeHead(404, headers).end();
    } else {
      const contentType = contentTypes[extname(file)] ?? 'application/octet-stream';
      const { size } = statSync(file);
      const range = servesRanges ? readRange(request.headers.range, size) : null;
      response.writeHead(range === null ? 200 : 206, {
        'content-type': contentType,
        'content-length': range === null ? size : range.end + 1 - range.start,
        ...(range !== null && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
        ...headers,
      });
      createReadStream(file, range ?? {}).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The first and the last byte that a request wants. Null if it wants the whole file. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const wanted = /^bytes=(\d+)-(\d+)$/.exec(header ?? '');
  return wanted && { start: Number(wanted[1]), end: Math.min(Number(wanted[2]), size - 1) };
}
