/**
 * Yields items until a signal is aborted, and then throws its reason at once: the next item may wait for an input that never
 * comes.
 */
export async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
  aborted.catch(() => undefined);
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next: IteratorResult<Item, unknown> = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    const returned = Promise.resolve(iterator.return?.());
    // A generator returns only after its next item.
    if (signal.aborted) returned.catch(() => undefined);
    else await returned;
  }
}
