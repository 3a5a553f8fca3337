import type { ReadScene, SceneReader } from '../../bvh/file/sceneReader';
import type { BoxSceneOptions } from '../arguments/boxSceneOptions';
import { bytesOf } from '../arguments/bytesOf';
import type { ByteStreamReader } from './byteStream';
import { LongWork } from '../threads/longWork';
import { Pace } from '../threads/pace';
import { type ProgressOptions, throwIfAborted } from '../arguments/progressOptions';

/** Reads a scene from all of its bytes, which may be followed by others. */
export function readBytes(reader: SceneReader, bytes: Uint8Array): ReadScene {
  reader.pushFile(bytes);
  let read = reader.finish();
  while (read === null) read = reader.finish();
  return read;
}

/** How far reading is, nobody can tell: the length of a stream is not known before its end. */
export interface StreamOptions extends BoxSceneOptions, Pick<ProgressOptions, 'signal'> {}

/** Bytes of a stream that are taken before the event loop may go on: about a millisecond's work. */
const PUSHED_AT_ONCE = 1 << 20;

/**
 * Reads a scene as its bytes come, and lets the event loop go on meanwhile.
 *
 * @param progress a copy that nobody changes.
 */
export async function readStream(
  reader: SceneReader,
  stream: ByteStreamReader,
  progress: ProgressOptions,
): Promise<ReadScene> {
  const pace = new Pace();
  const pause = async (): Promise<void> => {
    await pace.pause();
    throwIfAborted(progress);
  };
  throwIfAborted(progress);
  for (;;) {
    const chunk = await nextOf(stream, progress);
    if (stream.isAtEnd) break;
    const bytes = bytesOf('each of chunks', chunk as Uint8Array);
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
function nextOf(stream: ByteStreamReader, progress: ProgressOptions): Promise<unknown> {
  if (progress.signal === undefined) return stream.next();
  return new Promise((resolve, reject) => {
    const work = new LongWork(progress, reject);
    stream
      .next()
      .finally(() => {
        work.end();
      })
      .then(resolve, reject);
  });
}
