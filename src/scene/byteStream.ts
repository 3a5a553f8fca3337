/** A `ReadableStream` of bytes, as the body of a response is: what is needed of it. */
export interface ReadableBytes {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** Bytes that come in chunks: a `ReadableStream`, Node's `Readable`, or any other async iterable of them. */
export type ByteStream = AsyncIterable<Uint8Array> | ReadableBytes;

/** The chunks of a stream; where they are not wanted to the end, the stream is cancelled. */
export function chunksOf(stream: ByteStream): AsyncIterable<Uint8Array> {
  // Not every engine's ReadableStream is an iterable too.
  return Symbol.asyncIterator in stream ? stream : readChunks(stream);
}

async function* readChunks(stream: ReadableBytes): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  let isAtEnd = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isAtEnd = done;
      if (value === undefined) return;
      yield value;
    }
  } finally {
    if (!isAtEnd) await reader.cancel();
  }
}
