import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';

/** The page sends its errors to the server, also those of a module that cannot be loaded. */
const page = `<!doctype html>
<meta charset="utf-8">
<title>slabtree</title>
<script>
  const report = (error) => fetch('failure', { method: 'POST', body: error + '\\n' + (error?.stack ?? '') });
  addEventListener('error', ({ error, message }) => report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
</script>
<script type="module" src="program.js"></script>
`;

export interface ProgramServer {
  readonly address: string;
  /** The answers so far, by kind. */
  readonly answers: ReadonlyMap<string, Float64Array>;
  /** Resolves when all kinds of answers have arrived. Rejects if the program fails. */
  readonly answered: Promise<void>;
  close(): void;
}

/** Serves a page that runs the program, and receives its answers. */
export async function serveProgram(program: string, kindCount: number): Promise<ProgramServer> {
  const answers = new Map<string, Float64Array>();
  const server = createServer();
  const answered = new Promise<void>((resolve, reject) => {
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = decodeURIComponent(request.url ?? '/');
      if (path === '/') {
        response.setHeader('content-type', 'text/html').end(page);
      } else if (path === '/program.js') {
        response.setHeader('content-type', 'text/javascript').end(program);
      } else if (path.startsWith('/answers/')) {
        const bytes = Uint8Array.from(await buffer(request));
        answers.set(path.slice('/answers/'.length), new Float64Array(bytes.buffer));
        response.end();
        if (answers.size === kindCount) resolve();
      } else if (path === '/failure') {
        reject(new Error(`the program failed: ${await text(request)}`));
        response.end();
      } else {
        response.writeHead(404).end();
      }
    };
    server.on('request', (request, response) => {
      serve(request, response).catch(reject);
    });
  });
  // The program may fail before this is awaited, which must not count as an unhandled rejection.
  answered.catch(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    answers,
    answered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
