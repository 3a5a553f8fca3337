import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { AS_NOBODY } from '../support/asNobody';
import { Folder, program } from '../support/command';
import { compressedSample, glb } from '../support/gltfSamples';
import { gltf, instanced, POSITION } from '../support/readGltf';

describe('slabtree build with a glTF', () => {
  it('build reads no file outside the folder of the glTF without --allow-outside', () => {
    const [folder, other] = [new Folder(), new Folder()];
    other.write('far.bin', new Uint8Array(Float32Array.of(1, 2, 3).buffer));
    const uri = `../${basename(other.path)}/far.bin`;
    const translations = { componentType: 5126, type: 'VEC3', count: 1, bufferView: 0 };
    const more = { bufferViews: [{ buffer: 0, byteLength: 12 }], buffers: [{ uri, byteLength: 12 }] };
    folder.write('scene.gltf', gltf([instanced({ TRANSLATION: 1 })], [POSITION, translations], more));
    expect(folder.run('build scene.gltf -o scene.slab')).toEqual({
      status: 1,
      stdout: '',
      stderr: `scene.gltf: buffers[0].uri is "${uri}", which is outside the file's folder: --allow-outside allows that\n`,
    });
    expect(folder.run('build scene.gltf --allow-outside -o scene.slab')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(BoxScene.deserialize(folder.read('scene.slab')).bounds?.min).toEqual({ x: 1, y: 2, z: 3 });
  });

  it.each([
    ['a buffer that is read', 'own.bin', 'own.bin', 'buffers'],
    ['a buffer that is not needed', 'unread.bin', 'unread.bin', 'buffers'],
    ['a buffer through a link', 'link', 'unread.bin', 'buffers'],
    ['a buffer that does not exist', 'later.bin', 'later.bin', 'buffers'],
    ['a texture', 'stone.png', 'stone.png', 'images'],
  ])('build does not write over %s', (_, output, uri, list) => {
    const folder = new Folder();
    const bytes = Buffer.from(Float32Array.of(1, 2, 3).buffer);
    for (const name of ['own.bin', 'unread.bin', 'stone.png']) folder.write(name, bytes);
    symlinkSync('unread.bin', join(folder.path, 'link'));
    const translations = { componentType: 5126, type: 'VEC3', count: 1, bufferView: 0 };
    folder.write(
      'own.gltf',
      gltf([instanced({ TRANSLATION: 1 })], [POSITION, translations], {
        bufferViews: [{ buffer: 0, byteLength: 12 }],
        buffers: ['own.bin', 'unread.bin', 'later.bin'].map((name) => ({ uri: name, byteLength: 12 })),
        // The second image is invalid, but not needed.
        images: [{ uri: 'stone.png' }, { uri: null }],
      }),
    );
    const { status, stderr } = folder.run(`build own.gltf -o ${output}`);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        `^own.gltf: ${list}\\[\\d\\].uri is "${uri}", and the scene would replace that file: give another file\n$`,
      ),
    ]);
    for (const name of ['own.bin', 'unread.bin', 'stone.png']) expect(folder.read(name)).toEqual(bytes);
    expect(folder.run('build own.gltf -o scene.slab')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('build does not write over a buffer outside the folder, which may not be read', () => {
    const [folder, other] = [new Folder(), new Folder()];
    other.write('far.bin', 'far');
    const buffers = [{ uri: `../${basename(other.path)}/far.bin`, byteLength: 3 }];
    folder.write('scene.gltf', gltf([{ mesh: 0 }], [POSITION], { buffers }));
    for (const option of ['', '--allow-outside']) {
      const { status, stderr } = folder.run(`build scene.gltf ${option} -o ${other.path}/far.bin`);
      expect([status, stderr]).toEqual([1, expect.stringContaining('buffers[0].uri is ') as string]);
    }
    expect(other.read('far.bin').toString()).toBe('far');
  });

  it('the error names the buffer and the glTF that may not be read', () => {
    const folder = new Folder();
    folder.write('own.bin', new Uint8Array(12));
    chmodSync(join(folder.path, 'own.bin'), 0);
    chmodSync(folder.path, 0o777);
    const translations = { componentType: 5126, type: 'VEC3', count: 1, bufferView: 0 };
    const more = { bufferViews: [{ buffer: 0, byteLength: 12 }], buffers: [{ uri: 'own.bin', byteLength: 12 }] };
    folder.write('own.gltf', gltf([instanced({ TRANSLATION: 1 })], [POSITION, translations], more));
    expect(folder.run('build own.gltf -o scene.slab', '', { before: AS_NOBODY })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'own.gltf: buffers[0].uri is "own.bin": permission denied\n',
    });
  });

  it.skipIf(process.platform === 'win32')('build reads a glTF from a pipe', () => {
    const folder = new Folder();
    folder.write('own.gltf', gltf([{ mesh: 0 }]));
    const line = `cat own.gltf | "${process.execPath}" "${program}" build /dev/stdin --format gltf -o scene.slab`;
    expect(spawnSync('sh', ['-c', line], { cwd: folder.path }).status).toBe(0);
    expect(BoxScene.deserialize(folder.read('scene.slab')).size).toBe(1);
  });

  it('build accepts --allow-outside only for a glTF', () => {
    const { status, stderr } = new Folder().run('build boxes.csv --allow-outside -o scene.slab');
    expect([status, stderr]).toEqual([2, 'error: --allow-outside needs a glTF\n']);
  });

  it('build decompresses instances', async () => {
    const folder = new Folder();
    const { json, binary } = await compressedSample();
    folder.write('scene.glb', glb(JSON.stringify(json), binary));
    expect(folder.run('build scene.glb -o scene.slab')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(BoxScene.deserialize(folder.read('scene.slab')).size).toBe(40);
  });

  it('build names the boxes that it leaves out, and writes the others', () => {
    const folder = new Folder();
    folder.write('scene.gltf', gltf([{ mesh: 0, scale: [0, 0, 0] }, { mesh: 0 }]));
    const { status, stderr } = folder.run('build scene.gltf -o scene.slab');
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^scene\.gltf: nodes\[0\] is left out: box\.matrix must not be singular, [^\n]*\n$/),
    ]);
    expect(BoxScene.deserialize(folder.read('scene.slab')).size).toBe(1);
  });

  it.each(['boxes.json', 'boxes.gltf'])('build rejects %s if it nests too deep', (name) => {
    const folder = new Folder();
    folder.write(name, `${'['.repeat(1e5)}${']'.repeat(1e5)}`);
    expect(folder.run(`build ${name} -o scene.slab`)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${name}:1:1001: nested more than 1000 levels deep\n`,
    });
  });

  it('build names a missing file, and a folder', () => {
    const folder = new Folder();
    expect(folder.run('build nowhere.glb -o scene.slab').stderr).toBe('nowhere.glb: no such file or directory\n');
    expect(folder.run('build . --format gltf -o scene.slab').stderr).toBe('.: illegal operation on a directory\n');
  });
});
