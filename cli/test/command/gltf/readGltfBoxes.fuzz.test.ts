import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGltfBoxes } from '../../../src/command/gltf/readGltfBoxes';
import { InputError } from '../../../src/command/text/errors';
import { readGltfFile, readGltfTriangles } from '../../../../test/support/readGltfFile';
import { search } from '../../../../test/support/runs';
import { Folder } from '../support/command';
import {
  compressedSample,
  dataUri,
  glb,
  type GltfSample,
  instancedSample,
  placedSample,
  posedSample,
  triangleSample,
} from '../support/gltfSamples';
import { boxesOf, numbersOf, RecordingScene } from '../support/readGltf';

/** This one is read with its triangles, and the others without. */
const TRIANGLES = triangleSample();
const SAMPLES = [placedSample(), instancedSample(), posedSample(), await compressedSample(), TRIANGLES];
const FORMS = ['in a data URI', 'in a file', 'in a .glb'] as const;
type Form = (typeof FORMS)[number];

/** The JSON of a sample, with the uri of buffer 0. */
function jsonIn({ json, binary }: GltfSample, form: Form): object {
  const uri = { 'in a data URI': dataUri(binary), 'in a file': 'scene.bin', 'in a .glb': undefined }[form];
  const buffers = json.buffers?.map((buffer, index) => (index === 0 ? { uri, ...buffer } : buffer));
  return structuredClone({ ...json, buffers });
}

/** JSON that JSON.stringify does not write. It replaces these texts. */
const TEXTS: Record<string, string> = {
  '@deep': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '@unclosed': '['.repeat(20_000),
  '@proto': '{"__proto__": {"mesh": 0, "count": 1, "nodes": [0]}}',
  '@huge': '1e999',
};

function fileOf(json: object, binary: Uint8Array, form: Form): Uint8Array {
  const text = JSON.stringify(json).replaceAll(/"(@\w+)"/g, (_, name: string) => TEXTS[name]);
  return form === 'in a .glb' ? glb(text, binary) : Buffer.from(text);
}

/** Parts of messages by the engine, which do not help a user. */
const ENGINE =
  /undefined|is not (iterable|a function)|[Cc]annot (read|convert|mix)|Invalid|call stack|out of bounds|object Object|\n/;

/** Expects that a file is rejected with one sentence that names it, or gives what the reference reader finds. */
async function expectSound(
  folder: Folder,
  file: Uint8Array,
  binary: Uint8Array,
  triangles: boolean,
): Promise<'rejected' | 'read'> {
  folder.write('scene.gltf', file);
  folder.write('scene.bin', binary);
  const path = `${folder.path}/scene.gltf`;
  const scene = new RecordingScene();
  try {
    await readGltfBoxes(path, scene, { triangles, warn: () => undefined });
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    const { message } = thrown;
    expect(message.slice(0, path.length + 1)).toBe(`${path}:`);
    expect(message).not.toMatch(ENGINE);
    expect(message.length).toBeLessThan(path.length + 300);
    return 'rejected';
  }
  const resource = (uri: string) => (uri === 'scene.bin' ? binary : bytesIn(uri));
  if (triangles) expect(scene.placed).toEqual(await readGltfTriangles(file, resource));
  else expect(boxesOf(scene).map(numbersOf)).toEqual((await readGltfFile(file, resource)).map(numbersOf));
  return 'read';
}

/** The bytes in a data URI. */
function bytesIn(uri: string): Uint8Array {
  return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
}

type Path = string[];

/** The paths to all values inside a value. */
function pathsBelow(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [[key], ...pathsBelow(member).map((path) => [key, ...path])]);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as Record<string, unknown>)[key], value);
}

/** Replaces a value. Undefined removes it. */
function replace(json: object, path: Path, value: unknown): void {
  Reflect.set(valueAt(json, path.slice(0, -1)) as object, path[path.length - 1], value);
}

/** Values to put anywhere in a JSON document. */
const VALUES: unknown[] = [
  ...[null, true, false, '', '0', 'VEC4', 'SCALAR', '../scene.bin', 'data:,', 'data:;base64,AAAA', '__proto__'],
  ...[0, 1, 2, 3, 4, 5, 8, 12, 252, -1, -0.5, 0.5, 5121, 5122, 5125, 5126, 65536, 1e9, 2 ** 31, 2 ** 53, 1e40, -1e308],
  ...[[], {}, [null], [[]], [0, 0, 0], [1e200, 1e-200, 0], [0, 0, 0, 1], [0, 1], { mesh: 0 }, ...Object.keys(TEXTS)],
];

/** Bytes to overwrite, and how much of the file to keep. Places are fractions of the whole. */
interface Damage {
  bytes: [at: number, byte: number][];
  left: number;
}

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const damage: fc.Arbitrary<Damage> = fc.record({
  bytes: fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
  left: fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, share),
});

function damaged(whole: Uint8Array, { bytes, left }: Damage): Uint8Array {
  const copy = Uint8Array.from(whole);
  for (const [at, byte] of bytes) copy[Math.floor(at * copy.length)] = byte;
  return copy.subarray(0, Math.ceil(left * copy.length));
}

describe('damaged glTF files', () => {
  it('a glTF with null, a text, a large number or nothing in place of a value is rejected, or read correctly', async () => {
    const folder = new Folder();
    const values = [null, '0', 1e9, undefined];
    // One run tries one of them in each place. A long search tries them all.
    const property = fc.asyncProperty(fc.nat({ max: values.length - 1 }), async (first) => {
      for (const sample of SAMPLES) {
        const json = jsonIn(sample, 'in a file');
        for (const [index, path] of pathsBelow(json).entries()) {
          const changed = structuredClone(json);
          replace(changed, path, values[(first + index) % values.length]);
          await expectSound(folder, fileOf(changed, sample.binary, 'in a file'), sample.binary, sample === TRIANGLES);
        }
      }
    });
    await search(0.02, property);
  });

  it('a glTF with other values in place of some is rejected, or read correctly', async () => {
    const folder = new Folder();
    const outcomes = { rejected: 0, read: 0 };
    // The new value is one of VALUES, or comes from elsewhere in the document.
    const change = fc.record({
      at: fc.nat(),
      by: fc.oneof(fc.record({ value: fc.constantFrom(undefined, ...VALUES) }), fc.record({ from: fc.nat() })),
    });
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(
      fc.constantFrom(...SAMPLES),
      fc.constantFrom(...FORMS),
      changes,
      async (sample, form, changes) => {
        const json = jsonIn(sample, form);
        for (const { at, by } of changes) {
          const paths = pathsBelow(json);
          const value = 'from' in by ? valueAt(json, paths[by.from % paths.length]) : by.value;
          // A copy, as the next change may be inside it.
          replace(json, paths[at % paths.length], structuredClone(value));
        }
        outcomes[await expectSound(folder, fileOf(json, sample.binary, form), sample.binary, sample === TRIANGLES)]++;
      },
    );
    // A tenth can be read: of 120, none in one of 100,000 searches.
    await search(4, property);
    expect(outcomes.rejected).toBeGreaterThan(0);
    expect(outcomes.read).toBeGreaterThan(0);
  });

  it('a glTF with other bytes in place of some, or cut short, is rejected, or read correctly', async () => {
    const folder = new Folder();
    const property = fc.asyncProperty(
      fc.constantFrom(...SAMPLES),
      fc.constantFrom(...FORMS),
      damage,
      fc.constantFrom('binary', 'whole'),
      async (sample, form, damage, what) => {
        const binary = what === 'binary' ? damaged(sample.binary, damage) : sample.binary;
        const file = fileOf(jsonIn({ ...sample, binary }, form), binary, form);
        await expectSound(folder, what === 'whole' ? damaged(file, damage) : file, binary, sample === TRIANGLES);
      },
    );
    await search(2, property);
  });
});
