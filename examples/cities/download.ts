/**
 * Loads a file, and reports the share that has arrived, from 0 to 1. If the server does not say how long the file is,
 * or sends it compressed, nothing is reported.
 *
 * @throws Error if the server has no such file.
 */
export async function download(url: string, progressed: (fraction: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} could not be loaded: the server says ${response.status}`);
  const { headers } = response;
  const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length'));
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.length;
      if (length > 0) progressed(loaded / length);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter)).arrayBuffer();
}
