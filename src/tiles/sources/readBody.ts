/** The part that is used of the body of a response. */
interface Body {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Reads a body that must have `length` bytes. Stops as soon as there are more, however many follow.
 *
 * @returns the bytes, and how many came: `length`, fewer, or one more for any number that is too large.
 */
export async function readBody(body: Body | null, length: number): Promise<{ bytes: Uint8Array; came: number }> {
  // Grows with what arrives: a range may be long, and its host slow.
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
