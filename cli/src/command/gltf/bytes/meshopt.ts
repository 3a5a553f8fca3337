import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { ByteReader } from './byteReader';

/**
 * Returns the extension with the parameters of a buffer view that meshoptimizer has compressed. Returns undefined for other
 * views. The extension KHR_meshopt_compression adds a filter, and a newer codec for attributes, which the first byte identifies.
 * The decoder reads both codecs and all filters under either name of the extension.
 */
export function compressionOf(view: JsonValue): JsonValue | undefined {
  const extensions = view.optional('extensions');
  return extensions?.optional('EXT_meshopt_compression') ?? extensions?.optional('KHR_meshopt_compression');
}

const MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'] as const;
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'] as const;

/**
 * The most bytes to which one byte compressed by meshoptimizer decompresses: 4 bytes in each of 256 elements, all equal to the
 * element before.
 */
const BYTES_PER_BYTE = 1024;
/** The most decompressed bytes of a buffer view: the decoder runs in WebAssembly, which addresses memory with 32 bits. */
const MAX_BYTES = 2 ** 31;

/**
 * Returns the decompressed bytes of a buffer view. Checks all arguments of meshoptimizer's decoder, which does not check them
 * itself.
 *
 * @param most the largest allowed number of decompressed bytes.
 */
export async function decompress(compression: JsonValue, source: ByteReader, most: number): Promise<Uint8Array> {
  const mode = compression.required('mode').oneOf(MODES);
  const filter = compression.optional('filter')?.oneOf(mode === 'ATTRIBUTES' ? FILTERS : ['NONE']) ?? 'NONE';
  const stride = compression.required('byteStride');
  const size = stride.integer(1);
  if (!isStride(size, mode, filter)) {
    throw new InputError(`${stride.toString()}, which is not possible with mode ${mode} and filter ${filter}`);
  }
  const count = compression.required('count').integer(0);
  if (mode === 'TRIANGLES' && count % 3 !== 0) {
    throw new InputError(`${compression.required('count').toString()}, expected a multiple of 3`);
  }
  const byteLength = size * count;
  if (byteLength > MAX_BYTES) {
    throw new InputError(`${compression.name} decompresses to ${byteLength} bytes, expected at most ${MAX_BYTES}`);
  }
  if (byteLength > BYTES_PER_BYTE * source.byteLength) {
    throw new InputError(`${compression.name} decompresses to ${byteLength} bytes, too many for ${source.byteLength}`);
  }
  if (byteLength > most) {
    throw new InputError(
      `${compression.name} decompresses to ${byteLength} bytes, too many together with the other views`,
    );
  }
  const compressed = await source.read(0, source.byteLength);
  // The module of meshoptimizer's decoder is imported only when it is needed, as most files need no decoder.
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready;
  const bytes = new Uint8Array(byteLength);
  try {
    MeshoptDecoder.decodeGltfBuffer(bytes, count, size, compressed, mode, filter);
    return bytes;
  } catch (cause) {
    // meshoptimizer's decoder throws a RangeError when it gets no memory.
    if (cause instanceof RangeError) throw new RangeError(`no memory to decompress ${compression.name}`, { cause });
    throw new InputError(`${compression.name} cannot be decompressed: its bytes are not what its mode says`, { cause });
  }
}

function isStride(size: number, mode: (typeof MODES)[number], filter: (typeof FILTERS)[number]): boolean {
  if (mode !== 'ATTRIBUTES') return size === 2 || size === 4;
  if (filter === 'QUATERNION') return size === 8;
  if (filter === 'OCTAHEDRAL' || filter === 'COLOR') return size === 4 || size === 8;
  return size % 4 === 0 && size <= 256;
}
