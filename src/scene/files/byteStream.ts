import { isObject, show } from '../../primitives/check';

/**
 * The members of a `ReadableStream` of bytes that this package uses: `getReader`. The body of a response is one. See
 * {@link BoxScene.deserializeStream}.
 */
export interface ReadableBytes {
  /** Returns a reader of the stream. */
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Bytes that arrive in chunks: a `ReadableStream`, Node's `Readable`, or any other iterable of chunks, async or not.
 * See {@link BoxScene.deserializeStream}.
 */
export type ByteStream = ReadableBytes | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type Reader = ReturnType<ReadableBytes['getReader']>;
type Steps = Iterator<Uint8Array> | AsyncIterator<Uint8Array>;

interface Step {
  done?: boolean | undefined;
  value?: Uint8Array | undefined;
}

/** Reads a stream of bytes chunk by chunk. */
export class ByteStreamReader {
  readonly #name: string;
  readonly #read: () => unknown;
  readonly #cancel: (reason: unknown) => Promise<unknown>;
  #isAtEnd = false;

  /** @throws TypeError if `stream`, whose chunks the reader reads, is not a stream or an iterable. */
  constructor(name: string, stream: ByteStream) {
    // An array of bytes is iterable, too, but its items are not chunks.
    if (!isObject(stream) || ArrayBuffer.isView(stream)) throw notStream(name, stream);
    this.#name = name;
    // A ReadableStream is read by a reader, not by an iterator: the streams of some engines have no iterator, and the
    // `return` of an iterator would wait for `cancel`.
    const reader = begin(name, stream, 'getReader') as Reader | null;
    if (reader !== null) {
      this.#read = () => reader.read();
      this.#cancel = async (reason) => reader.cancel(reason);
      return;
    }
    const iterator = (begin(name, stream, Symbol.asyncIterator) ??
      begin(name, stream, Symbol.iterator)) as Steps | null;
    if (iterator === null) throw notStream(name, stream);
    this.#read = () => iterator.next();
    this.#cancel = async () => iterator.return?.();
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Returns the next chunk, of any type. Returns undefined at the end of the stream: see {@link isAtEnd}. */
  async next(): Promise<unknown> {
    try {
      const step: unknown = await this.#read();
      if (!isObject(step)) throw new TypeError(`each step of ${this.#name} must be an object, got ${show(step)}`);
      const { done, value } = step as Step;
      if (done === true) this.#isAtEnd = true;
      return done === true ? undefined : value;
    } catch (error) {
      // A stream that fails counts as ended.
      this.#isAtEnd = true;
      throw error;
    }
  }

  /** Cancels the stream, unless it has ended. Does not wait for the stream's promise, which may never settle. */
  cancel(reason: unknown): void {
    if (this.#isAtEnd) return;
    this.#isAtEnd = true;
    this.#cancel(reason).catch(() => undefined);
  }
}

/** Calls a method of a stream, and returns the method's result, or null if the stream does not have the method. */
function begin(name: string, stream: object, method: string | symbol): object | null {
  const begins: unknown = Reflect.get(stream, method);
  if (begins === undefined || begins === null) return null;
  const begun: unknown = typeof begins === 'function' ? Reflect.apply(begins, stream, []) : undefined;
  if (!isObject(begun)) throw notStream(name, stream);
  return begun;
}

function notStream(name: string, value: unknown): TypeError {
  return new TypeError(
    `${name} must be a ReadableStream or an iterable of Uint8Arrays, async or not, got ${show(value)}`,
  );
}
