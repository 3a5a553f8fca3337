/** Puts the chunks of an input together to chunks of at least `length` bytes. The last chunk may be smaller. */
export async function* gathered(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    held += chunk.length;
    if (held < length) continue;
    yield parts.length === 1 ? chunk : Buffer.concat(parts);
    parts = [];
    held = 0;
  }
  if (held > 0) yield Buffer.concat(parts);
}
