import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { createServer } from 'vitepress';
import { serveExamples } from '../../examples/serveExamples';
import { documents, pageOf, root } from './pages';
import { writePage, writePages } from './writePages';

/**
 * Serves the site and the examples at one address, and reloads a page when its files change. Ctrl-C ends it. The pages are there
 * first, then the examples, which need the kernel, and then the reference.
 */

const EXAMPLES = '/examples/';

/** Runs a script of a package.json in another process. Only its errors are printed. */
async function run(folder: string, script: string): Promise<void> {
  const program = spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    // Without the settings of this program's own tsx.
    env: { ...process.env, TSX_TSCONFIG_PATH: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = (await once(program, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm run ${script} has failed: see above`);
}

/** Prints what is being done, and then that it is done or has failed. What is served already stays. */
async function report(what: string, done: string, work: Promise<unknown>): Promise<void> {
  console.log(what);
  await work.then(
    () => {
      console.log(done);
    },
    (error: unknown) => {
      console.error(messageOf(error));
    },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What answers requests: the server of the pages, or that of the examples. */
interface Part {
  middlewares(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/** One server for both, so that pages that are loaded go on when a part starts again. Requests wait for their part. */
const server = createHttpServer((request, response) => {
  const part: Promise<Part> = request.url?.startsWith(EXAMPLES) === true ? examples : site;
  part.then(
    ({ middlewares }) => {
      middlewares(request, response);
    },
    (error: unknown) => {
      response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end(messageOf(error));
    },
  );
});

/** Listens at the first port that is free, and returns it. */
async function listen(port: number): Promise<number> {
  try {
    await once(server.listen(port, 'localhost'), 'listening');
    return port;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return listen(port + 1);
  }
}

function serveSite(): Promise<Part> {
  const options = { middlewareMode: true, hmr: { server } };
  // VitePress calls the function when its configuration has changed.
  return createServer(resolve(import.meta.dirname, '..'), options, () => restart());
}

/**
 * Replaces the server of the pages by a new one, which reads the configuration and the list of pages again. If that fails, the
 * server before goes on, and the returned promise rejects.
 */
async function restart(write: () => void = () => undefined): Promise<void> {
  const before = site;
  const next = before.then(async (old) => {
    write();
    const started = await serveSite();
    await old.close();
    return started;
  });
  site = next.catch(() => before);
  await next;
}

console.log('Writing the pages.');
const kernel = run(root, 'build:kernel');
const examples: Promise<Part> = kernel.then(() => serveExamples(EXAMPLES, server));
// An error is printed, and sent to those who ask, later.
examples.catch(() => undefined);
writePages();
const port = await listen(5173);
let site = serveSite();

/** Builds the reference, which has new pages and a new menu. */
async function buildReference(): Promise<void> {
  await run(import.meta.dirname, 'reference');
  await restart(writePages);
}

/** Writes the page of a document that has changed. Does nothing if the document is gone. */
function update(file: string): void {
  try {
    if (existsSync(join(root, file))) writePage(file);
  } catch (error) {
    // A link that leads nowhere, as in a sentence that is being written.
    console.error(messageOf(error));
  }
}

const written = documents().filter((file) => !file.startsWith('docs/reference/'));
for (const folder of new Set(written.map((file) => dirname(file)))) {
  watch(join(root, folder), (_, name) => {
    const file = join(folder, name ?? '').replaceAll('\\', '/');
    if (pageOf(file) !== null) update(file);
  });
}

await site;
console.log(`\n  Local: http://localhost:${port}/\n`);
await report('Building the kernel. The examples wait for it.', 'The examples are ready.', examples);
await report(
  'Building the reference of the API. This takes about a minute.',
  'The reference is ready.',
  buildReference(),
);
