import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { WorkerMetrics } from './workerMetrics';

/** Where a server listens. */
export interface HostAndPort {
  host: string;
  port: number;
}

/** Serves the health and the metrics of a worker over HTTP: `/healthz` and `/metrics`. */
export class HealthServer {
  private constructor(private readonly server: Server) {}

  /**
   * Starts a server. Rejects with an error of the system if the server cannot listen there.
   *
   * @param problem returns why the worker takes no blocks, or null if it takes blocks.
   */
  static async start(
    { host, port }: HostAndPort,
    metrics: WorkerMetrics,
    problem: () => string | null,
  ): Promise<HealthServer> {
    const server = createServer((request, response) => {
      const path = request.url?.replace(/\?.*/, '');
      if (request.method !== 'GET' && request.method !== 'HEAD') answer(response, 405, 'use GET');
      else if (path === '/healthz') answer(response, problem() === null ? 200 : 503, problem() ?? 'ok');
      else if (path === '/metrics') void answerMetrics(response, metrics);
      else answer(response, 404, 'the paths are /healthz and /metrics');
    });
    server.listen(port, host);
    await once(server, 'listening');
    return new HealthServer(server);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function answerMetrics(response: ServerResponse, metrics: WorkerMetrics): Promise<void> {
  const text = await metrics.text();
  response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
