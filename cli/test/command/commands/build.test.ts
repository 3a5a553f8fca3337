import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoxScene, SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Folder } from '../support/command';
import { folderWithScene } from '../support/folderWithScene';

describe('slabtree build', () => {
  it.each([
    ['a CSV', 'boxes.csv', '0,0,0,1,1,1\n'],
    ['JSON', 'boxes.json', '[{"min": [0, 0, 0], "max": [1, 1, 1]}]'],
    ['JSON by another name', '--format json boxes.txt', '[{"min": [0, 0, 0], "max": [1, 1, 1]}]'],
    ['a CSV on the standard input', '--format csv -', '0,0,0,1,1,1\n'],
    [
      'a glTF',
      'boxes.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 1, 1] }],
      }),
    ],
  ])('build writes a scene of the boxes in %s', (_, source, content) => {
    const folder = new Folder();
    folder.write(`boxes${/\.\w+$/.exec(source)?.[0] ?? ''}`, content);
    expect(folder.run(`build ${source} -o scene.slab`, content)).toEqual({ status: 0, stdout: '', stderr: '' });
    const scene = BoxScene.deserialize(folder.read('scene.slab'));
    expect(scene.size).toBe(1);
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  });

  it('build leaves an old scene as it was, and nothing beside it, if a box is invalid', () => {
    const folder = folderWithScene();
    const before = folder.read('scene.slab');
    folder.write('bad.csv', '0,0,0,1,1,1\n0,0,0,1,abc,1\n');
    expect(folder.run('build bad.csv -o scene.slab')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'bad.csv:2:9: expected a number, got "abc"\n',
    });
    expect(folder.read('scene.slab')).toEqual(before);
    expect(readdirSync(folder.path).sort()).toEqual(['bad.csv', 'scene.slab']);
  });

  it.each(['addAabbs', 'commit'])('build says that a scene does not fit in memory if %s rejects its size', (method) => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    const library = pathToFileURL(resolve(import.meta.dirname, '../../../../dist/index.js')).href;
    const before = `
      import { BoxScene } from '${library}';
      BoxScene.prototype.${method} = () => { throw new RangeError('at most 1, wanted 2'); };`;
    const { status, stderr } = folder.run('build boxes.csv -o scene.slab', '', { before });
    expect([status, stderr]).toEqual([1, 'this does not fit in memory\n']);
  });

  it('build rejects JSON that is not UTF-8', () => {
    const folder = new Folder();
    const json = '[{"min": [0, 0, 0], "max": [1, 1, 1], "name": "Stra\u00dfe"}]';
    folder.write('boxes.json', Buffer.from(json, 'latin1'));
    const { status, stderr } = folder.run('build boxes.json -o scene.slab');
    expect([status, stderr]).toEqual([1, 'boxes.json:1:1: expected UTF-8: save the file as UTF-8\n']);
  });

  it('build reads JSON with a byte order mark, and with a character that is cut between two chunks', () => {
    const folder = new Folder();
    const json = '[{"min": [0, 0, 0], "max": [1, 1, 1], "name": "Stra\ufffd\u00dfe"}]';
    folder.write('boxes.json', `\ufeff${' '.repeat((1 << 18) - 55)}${json}`);
    expect(folder.run('build boxes.json -o scene.slab').status).toBe(0);
    expect(SceneNames.deserialize(folder.read('scene.slab')).runs).toEqual([[0, 'Stra\ufffd\u00dfe']]);
  });
});
