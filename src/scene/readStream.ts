import type { ReadScene, SceneReader } from '../bvh/sceneReader';
import type { BoxSceneOptions } from './boxSceneOptions';
import type { ByteStreamReader } from './byteStream';
import { bytesOf } from './bytesOf';
import { LongWork } from './longWork';
import { Pace } from './pace';
import { checkProgressOptions, type ProgressOptions } from './progressOptions';

/** How far reading is, nobody can tell: the length of a stream is not known before its end. */
export interface StreamOptions extends BoxSceneOptions, Pick<ProgressOptions, 'signal'> {}

/** Bytes of a stream that are taken before the event loop may go on: about a millisecond's work. */
const PUSHED_AT_ONCE = 1 << 20;

/** Reads a scene as its bytes come, and lets the event loop go on meanwhile. */
export async function readStream(
  reader: SceneReader,
  stream: ByteStreamReader,
  options: StreamOptions,
): Promise<ReadScene> {
  checkProgressOptions(options);
  const pace = new Pace();
  const pause = async (): Promise<void> => {
    await pace.pause();
    throwIfAborted(options);
  };
  throwIfAborted(options);
  for (let chunk = await nextOf(stream, options); chunk !== null; chunk = await nextOf(stream, options)) {
    const bytes = bytesOf('each of chunks', chunk);
    for (let at = 0; at < bytes.length; at += PUSHED_AT_ONCE) {
      reader.push(bytes.subarray(at, at + PUSHED_AT_ONCE));
      await pause();
    }
  }
  let read = reader.finish();
  for (; read === null; read = reader.finish()) await pause();
  return read;
}

/** The next chunk, unless a signal aborts before it is there. */
function nextOf(stream: ByteStreamReader, options: StreamOptions): Promise<Uint8Array | null> {
  if (options.signal === undefined) return stream.next();
  return new Promise((resolve, reject) => {
    const work = new LongWork(options, reject);
    stream
      .next()
      .finally(() => {
        work.end();
      })
      .then(resolve, reject);
  });
}

function throwIfAborted({ signal }: StreamOptions): void {
  if (signal?.aborted === true) throw signal.reason;
}
