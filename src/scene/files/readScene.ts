import type { BoxStore } from '../../bvh/boxes/boxStore';
import type { FileOperations } from '../../bvh/file/fileOperations';
import { type ReadScene, SceneReader } from '../../bvh/file/sceneReader';
import type { MeshStore } from '../../bvh/meshes/meshStore';
import { OptionNames } from '../../primitives/optionNames';
import { type BoxSceneOptions, SCENE_NAMES } from '../arguments/boxSceneOptions';
import { bytesOf } from '../arguments/bufferView';
import type { ByteStreamReader } from './byteStream';
import { LongWork, Pace } from '../longWork';
import { type ProgressOptions, throwIfAborted } from '../arguments/progressOptions';

/** The parts of an empty scene that is read. */
interface EmptyScene {
  readonly backend: FileOperations;
  readonly boxes: BoxStore;
  readonly meshes: MeshStore;
  readonly tree: { adopt(read: ReadScene): void };
}

/** Reads a serialized scene into an empty scene. Other bytes may follow the bytes of the scene. */
export function readBytes({ backend, boxes, meshes, tree }: EmptyScene, bytes: Uint8Array): void {
  const reader = new SceneReader(backend, boxes, meshes, bytes.length);
  reader.pushFile(bytes);
  let read = reader.finish();
  while (read === null) read = reader.finish();
  tree.adopt(read);
}

/**
 * Options of {@link BoxScene.deserializeStream}. There is no `onProgress`, because the length of a stream is not known.
 */
export interface StreamOptions extends BoxSceneOptions, Pick<ProgressOptions, 'signal'> {}

export const STREAM_OPTIONS = /* @__PURE__ */ new OptionNames<StreamOptions>({ ...SCENE_NAMES, signal: true });

/** How many bytes of a scene are read before the event loop may run: about a millisecond of work. */
const PUSHED_AT_ONCE = 1 << 20;

/**
 * Reads a scene into an empty scene while its bytes arrive. The event loop runs between chunks.
 *
 * @param progress a checked copy of the progress options.
 * @param isTrusted whether the bytes come from a thread of this package, and need no check.
 */
export async function readStream(
  { backend, boxes, meshes, tree }: EmptyScene,
  stream: ByteStreamReader,
  progress: ProgressOptions,
  isTrusted = false,
): Promise<void> {
  const reader = new SceneReader(backend, boxes, meshes, isTrusted ? Infinity : 0, isTrusted);
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
  tree.adopt(read);
}

/** Returns the next chunk of a stream. Rejects if the signal is aborted before the chunk arrives. */
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
