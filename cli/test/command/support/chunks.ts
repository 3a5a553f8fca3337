/** A text in chunks of so many bytes, as from a file or a pipe. */
export async function* chunksOf(text: string | Uint8Array, length = Infinity): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
