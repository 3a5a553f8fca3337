import { constants, isUtf8 } from 'node:buffer';
import { JsonValue } from '../../input/jsonValue';
import { parseJson } from '../../input/parseJson';
import { InputError } from '../../text/errors';
import { type ByteReader, type OpenFiles, partOf } from './byteReader';

/** A glTF file: its JSON, and its binary chunk if it has one. */
export interface GltfFile {
  json: JsonValue;
  binary: ByteReader | null;
}

/** Opens a .gltf or .glb file. The first bytes of the file decide which of the two it is, not its name. */
export async function openGltf(path: string, files: OpenFiles): Promise<GltfFile> {
  const source = await files.openGltf(path);
  const start = new TextDecoder('latin1').decode(await source.read(0, Math.min(4, source.byteLength)));
  const { text, binary } = start === 'glTF' ? await readChunks(source) : { text: source, binary: null };
  const json = new JsonValue(parseJson(await readText(text)));
  checkVersion(json);
  return { json, binary };
}

/** The length of the header of a .glb, in bytes: its magic, its version and its length. */
const FILE_HEADER = 12;
/** The length of the header of a chunk of a .glb, in bytes: the chunk's length and its type. */
const CHUNK_HEADER = 8;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

async function readChunks(file: ByteReader): Promise<{ text: ByteReader; binary: ByteReader | null }> {
  const [version, byteLength] = await readPair(partOf(file, 0, FILE_HEADER, 'the header of the .glb'), 4);
  if (version !== 2) throw new InputError(`the .glb has version ${version}, expected 2: convert it to glTF 2.0`);
  const glb = partOf(file, 0, byteLength, 'the .glb');
  const text = await readChunk(glb, FILE_HEADER);
  if (text.type !== JSON_CHUNK) throw new InputError('the first chunk of the .glb is not JSON');
  const next = FILE_HEADER + CHUNK_HEADER + text.bytes.byteLength;
  if (next + CHUNK_HEADER > byteLength) return { text: text.bytes, binary: null };
  const { type, bytes } = await readChunk(glb, next);
  return { text: text.bytes, binary: type === BINARY_CHUNK ? bytes : null };
}

async function readChunk(glb: ByteReader, from: number): Promise<{ type: number; bytes: ByteReader }> {
  const [byteLength, type] = await readPair(partOf(glb, from, CHUNK_HEADER, 'the header of a chunk'), 0);
  return { type, bytes: partOf(glb, from + CHUNK_HEADER, byteLength, 'a chunk of the .glb') };
}

/** Reads two consecutive 32-bit integers of a .glb. */
async function readPair(source: ByteReader, from: number): Promise<[number, number]> {
  const bytes = await source.read(from, 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getUint32(0, true), view.getUint32(4, true)];
}

async function readText(source: ByteReader): Promise<string> {
  const { byteLength } = source;
  if (byteLength > constants.MAX_STRING_LENGTH) {
    throw new InputError(
      `the JSON has ${byteLength} bytes, more than the ${constants.MAX_STRING_LENGTH} that can be read`,
    );
  }
  const bytes = await source.read(0, byteLength);
  if (!isUtf8(bytes)) throw new InputError('this is neither a .glb nor JSON in UTF-8');
  return new TextDecoder().decode(bytes);
}

function checkVersion(json: JsonValue): void {
  const asset = json.optional('asset');
  const version = asset?.optional('version');
  if (version === undefined) throw new InputError('asset.version is missing: this is not a glTF 2.0 file');
  if (!/^2\.\d+$/.test(version.string())) {
    throw new InputError(`${version.toString()}, expected "2.0": convert the file to glTF 2.0`);
  }
  const least = asset?.optional('minVersion');
  if (least !== undefined && least.string() !== '2.0') {
    throw new InputError(`${least.toString()}, expected "2.0": later versions are not supported`);
  }
}
