import { InputError } from '../text/errors';

/** The longest time for the first bytes of a file, in milliseconds. */
const TIMEOUT = 10_000;

/** Returns the first `count` bytes of a file on a host. Null if the host does not send them. */
export async function firstBytesFromHost(url: string, count: number): Promise<Uint8Array | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, TIMEOUT);
  try {
    const { ok, body } = await fetch(url, {
      headers: { Range: `bytes=0-${count - 1}` },
      signal: controller.signal,
    });
    if (!ok || body === null) return null;
    let bytes = Buffer.alloc(0);
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes = Buffer.concat([bytes, chunk]);
      // A host that ignores ranges sends the whole file, so the rest is not awaited.
      if (bytes.length >= count) break;
    }
    return bytes.length < count ? null : bytes.subarray(0, count);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Yields the bytes of a whole file on a host. Throws an InputError without the URL, which the caller adds. */
export async function* bytesFromHost(url: string): AsyncGenerator<Uint8Array> {
  const { ok, status, statusText, body } = await fetch(url).catch((thrown: unknown) => {
    throw new InputError(`it cannot be fetched (${reasonOf(thrown)}): check the address and the connection`);
  });
  if (!ok || body === null) {
    throw new InputError(`the host answered ${status} ${statusText}: check the address and who may read it`);
  }
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    throw new InputError(`the answer of the host broke off (${reasonOf(thrown)}): check the connection`);
  }
}

/** Returns why `fetch` failed: its errors have the reason only in their `cause`. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  return cause instanceof Error && cause.message !== '' ? `${thrown.message}: ${cause.message}` : thrown.message;
}
