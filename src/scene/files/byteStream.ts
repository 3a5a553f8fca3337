import { isObject, show } from '../../primitives/check';

/** A `ReadableStream` of bytes, as the body of a response is: what is needed of it. */
export interface ReadableBytes {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** Bytes that come in chunks: a `ReadableStream`, Node's `Readable`, or any other iterable of them, async or not. */
export type ByteStream = ReadableBytes | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type Reader = ReturnType<ReadableBytes['getReader']>;
type Steps = Iterator<Uint8Array> | AsyncIterator<Uint8Array>;

interface Step {
  done?: boolean | undefined;
  value?: Uint8Array | undefined;
}

/** Reads a stream chunk by chunk. */
export class ByteStreamReader {
  readonly #name: string;
  readonly #read: () => unknown;
  readonly #cancel: (reason: unknown) => Promise<unknown>;
  #isAtEnd = false;

  /** @throws TypeError where it is no stream. */
  constructor(name: string, stream: ByteStream) {
    // Bytes can be iterated as well, but not in chunks.
    if (!isObject(stream) || ArrayBuffer.isView(stream)) throw notStream(name, stream);
    this.#name = name;
    // Not by its iterator: not every engine's has one, and that would wait for the stream's own `cancel`.
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

  /** The next chunk, which nobody has checked: it may be anything. Undefined, too, where the stream {@link isAtEnd} then. */
  async next(): Promise<unknown> {
    try {
      const step: unknown = await this.#read();
      if (!isObject(step)) throw new TypeError(`each step of ${this.#name} must be an object, got ${show(step)}`);
      const { done, value } = step as Step;
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

/** What a method of a stream returns, which is called once; null where there is no such method. */
function begin(name: string, stream: object, method: string | symbol): object | null {
  const begins: unknown = Reflect.get(stream, method);
  if (begins === undefined || begins === null) return null;
  const begun: unknown = typeof begins === 'function' ? Reflect.apply(begins, stream, []) : undefined;
  if (!isObject(begun)) throw notStream(name, stream);
  return begun;
}

function notStream(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be a ReadableStream, or an (async) iterable, of Uint8Arrays, got ${show(value)}`);
}
