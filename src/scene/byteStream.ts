import { isObject, show } from '../primitives/check';

/** A `ReadableStream` of bytes, as the body of a response is: what is needed of it. */
export interface ReadableBytes {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** Bytes that come in chunks: a `ReadableStream`, Node's `Readable`, or any other iterable of them, async or not. */
export type ByteStream = ReadableBytes | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface Step {
  done?: boolean | undefined;
  value?: Uint8Array | undefined;
}

/** Reads a stream chunk by chunk. */
export class ByteStreamReader {
  readonly #read: () => Promise<Step> | Step;
  readonly #cancel: (reason: unknown) => Promise<unknown>;
  #isAtEnd = false;

  /** @throws TypeError where it is no stream. */
  constructor(name: string, stream: ByteStream) {
    // Bytes can be iterated as well, but not in chunks.
    if (!isObject(stream) || ArrayBuffer.isView(stream)) throw notStream(name, stream);
    if ('getReader' in stream) {
      // Not by its iterator: not every engine's has one, and that would wait for the stream's own `cancel`.
      const reader = stream.getReader();
      this.#read = () => reader.read();
      this.#cancel = async (reason) => reader.cancel(reason);
      return;
    }
    if (!(Symbol.asyncIterator in stream || Symbol.iterator in stream)) throw notStream(name, stream);
    const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
    this.#read = () => iterator.next();
    this.#cancel = async () => iterator.return?.();
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** The next chunk, which nobody has checked: it may be anything. Undefined, too, where the stream {@link isAtEnd} then. */
  async next(): Promise<unknown> {
    try {
      const { done, value } = await this.#read();
      if (done === true) this.#isAtEnd = true;
      return done === true ? undefined : value;
    } catch (error) {
      // A stream that fails has ended.
      this.#isAtEnd = true;
      throw error;
    }
  }

  /** Tells the stream that no more of it is wanted, unless it has ended; and does not wait, as that may never be over. */
  cancel(reason: unknown): void {
    if (this.#isAtEnd) return;
    this.#isAtEnd = true;
    this.#cancel(reason).catch(() => undefined);
  }
}

function notStream(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be a ReadableStream, or an (async) iterable, of Uint8Arrays, got ${show(value)}`);
}
