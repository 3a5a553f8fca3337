/** The members of a response's stream that slabtree uses. */
interface Body {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Reads a stream that should have `length` bytes. Stops as soon as more have arrived.
 *
 * @returns all bytes of the stream, and how many came. If more than `length` came, no bytes, and `length + 1`.
 */
export async function readBody(body: Body | null, length: number): Promise<{ bytes: Uint8Array; came: number }> {
  // No buffer of `length` bytes is allocated before the bytes have arrived: the range may be long, and the host slow.
  const chunks: Uint8Array[] = [];
  let came = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value === undefined || value.length === 0) continue;
      came += value.length;
      if (came > length) {
        reader.cancel().catch(() => undefined);
        return { bytes: new Uint8Array(0), came: length + 1 };
      }
      chunks.push(value);
    }
  }
  const bytes = new Uint8Array(came);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { bytes, came };
}
