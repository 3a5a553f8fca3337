import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { readGltfBoxes } from '../../../src/command/gltf/readGltfBoxes';
import { Folder } from '../support/command';
import { gltf, instanced, POSITION, readGltf, errorOf } from '../support/readGltf';

const BYTES = new Uint8Array(Float32Array.of(1, 2, 3).buffer);

/** A glTF of one instance. The 12 bytes at a URI move it. */
function movedBy(uri: string): string {
  const translations = { componentType: 5126, type: 'VEC3', count: 1, bufferView: 0 };
  return gltf([instanced({ TRANSLATION: 1 })], [POSITION, translations], {
    bufferViews: [{ buffer: 0, byteLength: 12 }],
    buffers: [{ uri, byteLength: 12 }],
  });
}

/** The folder of a glTF, another folder beside it, and the path from the first to the second. */
function folders(): { folder: Folder; other: Folder; way: string } {
  const [folder, other] = [new Folder(), new Folder()];
  other.write('scene.bin', BYTES);
  return { folder, other, way: `../${basename(other.path)}` };
}

async function expectRead(uri: string, folder: Folder, options = {}): Promise<void> {
  const { scene } = await readGltf(movedBy(uri), folder, options);
  expect(scene.bounds?.min).toEqual({ x: 1, y: 2, z: 3 });
}

describe('URIs of buffers', () => {
  it.each([
    'scene.bin',
    './scene.bin',
    'parts/../scene.bin',
    '%73cene%2ebin',
    'scene%2Ebin',
    '..scene.bin',
    'a b.bin',
    'a%20b.bin',
    'parts/scene.bin',
    'parts%2Fscene.bin',
    'Gr%C3%B6%C3%9Fe.bin',
    'Größe.bin',
    'link.bin',
    'linked/scene.bin',
  ])('a URI leads to a file in the folder: %s', async (uri) => {
    const folder = new Folder();
    mkdirSync(`${folder.path}/parts`);
    for (const name of ['scene.bin', '..scene.bin', 'a b.bin', 'parts/scene.bin', 'Größe.bin'])
      folder.write(name, BYTES);
    symlinkSync('parts/scene.bin', `${folder.path}/link.bin`);
    symlinkSync('parts', `${folder.path}/linked`);
    await expectRead(uri, folder);
  });

  it('a URI leads to a file beside the glTF, if the path to the glTF goes through a link', async () => {
    const { folder, other } = folders();
    other.write('scene.gltf', movedBy('scene.bin'));
    symlinkSync(other.path, `${folder.path}/linked`);
    const scene = new BoxScene();
    await readGltfBoxes(`${folder.path}/linked/scene.gltf`, scene, { warn: () => undefined });
    expect(scene.size).toBe(1);
  });

  it.each([
    ['data:application/octet-stream;base64,AACAPwAAAEAAAEBA'],
    ['DATA:;base64,AACAPwAAAEAAAEBA'],
    ['data:;base64,AACAPwAAAEAAAEB%41'],
    ['data:,%00%00%80%3f%00%00%00@%00%00@@'],
  ])('a URI holds the bytes itself: %s', async (uri) => {
    await expectRead(uri, new Folder());
  });

  it.each([
    ['data:nothing', 'is "data:nothing", which is not a valid data URI'],
    ['data:;base64,AACA!!!!', 'is "data:;base64,AACA!!!!", which is not a valid data URI'],
    ['data:,Ω', 'is "data:,Ω", which is not a valid data URI'],
  ])('a URI is rejected if its data is not bytes: %s', async (uri, message) => {
    expect(await errorOf(movedBy(uri))).toBe(`scene.gltf: buffers[0].uri ${message}`);
  });

  it('a URI is rejected if it leads out of the folder, unless --allow-outside permits that', async () => {
    const { folder, other, way } = folders();
    mkdirSync(`${folder.path}/parts`);
    symlinkSync(other.path, `${folder.path}/linked`);
    symlinkSync(`${other.path}/scene.bin`, `${folder.path}/link.bin`);
    const uris = [
      `${way}/scene.bin`,
      `${other.path}/scene.bin`,
      `${way.replace('..', '%2e%2E')}/scene.bin`,
      `..%2f${basename(other.path)}%2Fscene.bin`,
      `parts/../${way}/scene.bin`,
      'link.bin',
      'linked/scene.bin',
    ];
    for (const uri of uris) {
      const error = await errorOf(movedBy(uri), folder);
      expect(error).toMatch(
        /^scene\.gltf: buffers\[0\]\.uri is ".*", which is outside the file's folder: --allow-outside allows that$/,
      );
      await expectRead(uri, folder, { allowOutside: true });
    }
  });

  it('a URI is rejected if it leads out of the folder, without a look at what is there', async () => {
    const { folder, way } = folders();
    const nowhere = await errorOf(movedBy(`${way}/nowhere.bin`), folder);
    expect(nowhere).toMatch(/outside the file's folder/);
  });

  it.each(['file:///etc/hostname', 'FILE:scene.bin', 'http://localhost/scene.bin', 'C:/scene.bin', 'javascript:0'])(
    'a URI is rejected if it has a scheme, even with --allow-outside: %s',
    async (uri) => {
      const folder = new Folder();
      folder.write('scene.bin', BYTES);
      for (const allowOutside of [false, true]) {
        expect(await errorOf(movedBy(uri), folder, { allowOutside })).toBe(
          `scene.gltf: buffers[0].uri is "${uri}", expected a relative path or a data URI`,
        );
      }
    },
  );

  it.each([
    ['%zz', 'is "%zz", which is not a valid URI'],
    ['%ff.bin', 'is "%ff.bin", which is not a valid URI'],
    ['scene.bin%00.png', 'is "scene.bin%00.png", which is not a valid URI'],
    ['nowhere.bin', 'is "nowhere.bin": no such file or directory'],
    ['%252e%252e/scene.bin', 'is "%252e%252e/scene.bin": no such file or directory'],
    ['..\\scene.bin', 'is "..\\\\scene.bin": no such file or directory'],
    ['', 'is "", which is not a regular file'],
    ['.', 'is ".", which is not a regular file'],
    ['pipe', 'is "pipe", which is not a regular file'],
    ['loop', 'is "loop": too many symbolic links encountered'],
    ['scene.bin/x', 'is "scene.bin/x": not a directory'],
    ['x'.repeat(300), `is "${'x'.repeat(60)}"…: name too long`],
  ])('a URI is rejected if it does not lead to a file that can be read: %s', async (uri, message) => {
    const folder = new Folder();
    folder.write('scene.bin', BYTES);
    execFileSync('mkfifo', [`${folder.path}/pipe`]);
    symlinkSync('loop', `${folder.path}/loop`);
    for (const allowOutside of [false, true]) {
      expect(await errorOf(movedBy(uri), folder, { allowOutside })).toBe(`scene.gltf: buffers[0].uri ${message}`);
    }
  });

  it('a URI is rejected if it leads to a device', async () => {
    expect(await errorOf(movedBy('/dev/zero'), new Folder(), { allowOutside: true })).toBe(
      'scene.gltf: buffers[0].uri is "/dev/zero", which is not a regular file',
    );
  });

  it('a URI is rejected if the file is shorter than the buffer', async () => {
    const folder = new Folder();
    folder.write('scene.bin', BYTES.subarray(0, 8));
    expect(await errorOf(movedBy('scene.bin'), folder)).toBe(
      'scene.gltf: buffers[0] ends at byte 12, beyond the 8 bytes that hold it',
    );
  });
});
