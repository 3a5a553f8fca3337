import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request gets. It may answer in any way, or not at all. */
export type Answer = (
  response: ServerResponse,
  range: { first: number; last: number },
  request: IncomingMessage,
) => void;

/** A host of one file, on this machine. It behaves unless a test says otherwise. */
export class Host {
  readonly url: string;
  /** The ranges that were asked for. */
  readonly asked: { first: number; last: number }[] = [];
  /** How the next requests are answered, each once. Then the host behaves. */
  readonly next: Answer[] = [];
  /** How all requests are answered that `next` has nothing for. */
  answer: Answer;
  readonly #server: Server;

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.answer = answer;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/city.slabs`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const range = { first: Number(first), last: Number(last) };
      this.asked.push(range);
      (this.next.shift() ?? this.answer)(response, range, request);
    });
  }

  static async serve(file: Uint8Array): Promise<Host> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new Host(server, serveRange(file));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers as RFC 9110 says. */
export function serveRange(file: Uint8Array, headers: Record<string, string> = {}): Answer {
  return (response, { first, last }) => {
    if (first >= file.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    const end = Math.min(last, file.length - 1);
    response.writeHead(206, {
      'Content-Range': `bytes ${first}-${end}/${file.length}`,
      'Content-Length': end - first + 1,
      ...headers,
    });
    response.end(file.subarray(first, end + 1));
  };
}
