/** The code as a part of an address: compressed, in base64url. */
export async function packCode(code: string): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(code));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The code in a part of an address. @throws if it is not whole. */
export async function unpackCode(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // An error of these also ends the reading below.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const parts: number[][] = [];
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(Array.from(part.value));
  return Uint8Array.from(parts.flat());
}
