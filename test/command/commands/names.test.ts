import Papa from 'papaparse';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { boxLabel, labelField } from '../../../src/command/boxes/boxLabel';
import { NameList } from '../../../src/command/boxes/nameList';
import { Folder } from '../support/command';
import { dataUri } from '../support/gltfSamples';
import { gltf, instanced, POSITION, readGltf, refusalOf } from '../support/readGltf';

/** A folder with a scene of boxes one behind the other along x, in which each run of names has three, and some names. */
function folderWithNames(runs: NameRun[]): Folder {
  const folder = new Folder();
  const scene = new BoxScene();
  for (let i = 0; i < 6; i++) scene.addAabbs(Float64Array.of(2 * i, 0, 0, 2 * i + 1, 1, 1));
  const parts = [scene.serialize(), new SceneNames(runs).serialize()].map((part) => Buffer.from(part));
  folder.write('scene.slab', Buffer.concat(parts));
  return folder;
}

const RUNS: NameRun[] = [
  [0, 'Tower'],
  [1, null],
  [2, 'Lamp', 0],
  [5, 'a "b", c'],
];

/** Rays that meet box 0, box 1, box 4, box 5 and nothing. */
const RAYS = [-1, 1.5, 7.5, 9.5, 20].map((x) => `${x},.5,.5,1,0,0\n`).join('');

describe('the names of a scene', () => {
  it('are kept by build from a CSV, and from JSON', () => {
    const folder = new Folder();
    folder.write('boxes.csv', 'minX;minY;minZ;maxX;maxY;maxZ;name\n0;0;0;1;1;1;Tower\n2;0;0;3;1;1;\n');
    folder.write(
      'boxes.json',
      '[{"min": [0, 0, 0], "max": [1, 1, 1], "name": "Tower"}, {"min": [2, 0, 0], "max": [3, 1, 1]}]',
    );
    for (const boxes of ['boxes.csv', 'boxes.json']) {
      expect(folder.run(`build ${boxes} -o scene.slab`)).toEqual({ status: 0, stdout: '', stderr: '' });
      const printed = folder.runForBytes(`build ${boxes} -o -`).stdout;
      for (const bytes of [folder.read('scene.slab'), printed]) {
        expect(BoxScene.deserialize(bytes).size).toBe(2);
        expect(SceneNames.deserialize(bytes).runs).toEqual([
          [0, 'Tower'],
          [1, null],
        ]);
      }
    }
  });

  it('are refused in JSON that is not UTF-8', () => {
    const folder = new Folder();
    const json = '[{"min": [0, 0, 0], "max": [1, 1, 1], "name": "Stra\u00dfe"}]';
    folder.write('boxes.json', Buffer.from(json, 'latin1'));
    const { status, stderr } = folder.run('build boxes.json -o scene.slab');
    expect([status, stderr]).toEqual([1, 'boxes.json:1:1: expected UTF-8: save the file as UTF-8\n']);
    // Also where a character comes in two chunks, and the file begins with a byte order mark.
    folder.write('boxes.json', `\ufeff${' '.repeat((1 << 18) - 55)}${json.replace('\u00df', '\ufffd\u00df')}`);
    expect(folder.run('build boxes.json -o scene.slab').status).toBe(0);
    expect(SceneNames.deserialize(folder.read('scene.slab')).runs).toEqual([[0, 'Stra\ufffd\u00dfe']]);
  });

  it('are kept by build from a glTF: of the node, or else of its mesh, or else the place of the node', () => {
    const folder = new Folder();
    const numbers = Buffer.from(Float32Array.of(0, 0, 0, 0, 0, 3, 0, 0, 6).buffer);
    const instances = { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } };
    const gltf = {
      asset: { version: '2.0' },
      nodes: [
        { mesh: 0, name: 'Tower' },
        { name: 'nothing is here' },
        { mesh: 0 },
        { mesh: 1, name: '' },
        { mesh: 1, name: 'Lamp', ...instances },
      ],
      meshes: [
        { name: 'Stone', primitives: [{ attributes: { POSITION: 0 } }] },
        { primitives: [{ attributes: { POSITION: 0 } }] },
      ],
      accessors: [
        { componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 1, 1] },
        { componentType: 5126, type: 'VEC3', count: 3, bufferView: 0 },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${numbers.toString('base64')}` }],
    };
    folder.write('boxes.gltf', JSON.stringify(gltf));
    expect(folder.run('build boxes.gltf -o scene.slab')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(SceneNames.deserialize(folder.read('scene.slab')).runs).toEqual([
      [0, 'Tower'],
      [1, 'Stone'],
      [2, 'nodes[3]'],
      [3, 'Lamp', 0],
    ]);
    const hit = folder.run('raycast scene.slab --from .5,.5,9 --direction 0,0,-1').stdout;
    expect(hit).toMatch(/^id {8}5\nname {6}Lamp, instance 2\n/);
  });

  it('are not in the file where there are none', () => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    folder.run('build boxes.csv -o scene.slab');
    const scene = new BoxScene();
    scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
    expect(folder.read('scene.slab').equals(new Uint8Array(scene.serialize()))).toBe(true);
  });

  it('are counted by info, each once', () => {
    const folder = folderWithNames([...RUNS, [6, 'Tower']]);
    expect(folder.run('info scene.slab').stdout).toMatch(/^names +3\n/m);
    expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({
      names: 3,
      fileBytes: folder.read('scene.slab').length,
    });
  });

  it('stand beside the id of a hit, and of all hits', () => {
    const folder = folderWithNames(RUNS);
    const print = (line: string) => folder.run(`raycast scene.slab ${line}`).stdout;
    expect(print('--from -1,.5,.5 --direction 1,0,0')).toMatch(/^id {8}0\nname {6}Tower\nt {9}1\n/);
    expect(print('--from 1.5,.5,.5 --direction 1,0,0')).toMatch(/^id {8}1\nt {9}0.5\n/);
    expect(print('--from 7.5,.5,.5 --direction 1,0,0')).toMatch(/^id {8}4\nname {6}Lamp, instance 2\n/);
    expect(print('--from 6.5,.5,.5 --direction 1,0,0 --all')).toBe(
      'id,name,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n' +
        '3,"Lamp, instance 1",0.5,0.5,7,0.5,0.5,1,0,0\n' +
        '4,"Lamp, instance 2",1.5,1.5,8,0.5,0.5,-1,0,0\n' +
        '5,"a ""b"", c",3.5,3.5,10,0.5,0.5,-1,0,0\n',
    );
  });

  it('are apart from the number of the instance in JSON', () => {
    const folder = folderWithNames(RUNS);
    const json = (line: string) => JSON.parse(folder.run(`raycast scene.slab --json ${line}`).stdout) as unknown;
    expect(json('--from 7.5,.5,.5 --direction 1,0,0')).toMatchObject({ id: 4, name: 'Lamp', instance: 2, t: 0.5 });
    const [first, second] = json('--from -1,.5,.5 --direction 1,0,0 --all') as object[];
    expect(first).toMatchObject({ id: 0, name: 'Tower', t: 1 });
    expect(first).not.toHaveProperty('instance');
    expect(second).toMatchObject({ id: 1 });
    expect(second).not.toHaveProperty('name');
  });

  it.each([1, 2])('are a column of the answers to many rays, in %i threads, where they are asked for', (threads) => {
    const folder = folderWithNames(RUNS);
    const answer = (options: string, rays: string) =>
      folder.run(`raycast scene.slab --threads ${threads} ${options}`, rays).stdout;
    const answers = '0,Tower,1\n1,,0.5\n4,"Lamp, instance 2",0.5\n5,"a ""b"", c",0.5\n-1,,Infinity\n';
    expect(answer('--names', RAYS)).toBe(answers);
    expect(answer('--names', `ox,oy,oz,dx,dy,dz\n${RAYS}`)).toBe(`id,name,t\n${answers}`);
    expect(answer('', RAYS)).toBe('0,1\n1,0.5\n4,0.5\n5,0.5\n-1,Infinity\n');
  });

  it('are a column of what split prints, where they are asked for', () => {
    const folder = folderWithNames(RUNS);
    expect(folder.run('split scene.slab --plane 1,0,0,-4.5 --ids --names').stdout).toBe(
      'id,name,side\n0,Tower,back\n1,,back\n2,"Lamp, instance 0",crossing\n3,"Lamp, instance 1",front\n' +
        '4,"Lamp, instance 2",front\n5,"a ""b"", c",front\n',
    );
    const { status, stderr } = folder.run('split scene.slab --plane 1,0,0,0 --names');
    expect([status, stderr]).toEqual([2, 'error: --names goes with --ids\n']);
  });

  it('are an empty column where the scene has none', () => {
    const folder = folderWithNames([]);
    expect(folder.run('raycast scene.slab --names', RAYS).stdout).toBe('0,,1\n1,,0.5\n4,,0.5\n5,,0.5\n-1,,Infinity\n');
    expect(folder.run('raycast scene.slab --from -1,.5,.5 --direction 1,0,0 --all').stdout).toMatch(/^id,t,distance/);
  });

  it('are refused where they are damaged, by the name of the file', () => {
    const folder = folderWithNames(RUNS);
    const bytes = folder.read('scene.slab');
    bytes[bytes.length - 1] ^= 1;
    folder.write('scene.slab', bytes);
    const { status, stderr } = folder.run('info scene.slab');
    expect([status, stderr]).toEqual([
      1,
      'scene.slab: this is not a scene that can be read: the checksum of its names is wrong: they were damaged\n',
    ]);
    // Where nobody asks for names, they do not matter.
    expect(folder.run('raycast scene.slab', RAYS).status).toBe(0);
    expect(folder.run('raycast scene.slab --names', RAYS).status).toBe(1);
    expect(folder.run('split scene.slab --plane 1,0,0,0 --ids').status).toBe(0);
    expect(folder.run('split scene.slab --plane 1,0,0,0 --ids --names').status).toBe(1);
  });
});

describe('a name', () => {
  it('stands on one line, and leaves a terminal as it is', () => {
    const names = new SceneNames([[0, 'two\r\nlines\u2028and \u001b[31mred\u009b']]);
    expect(boxLabel(names, 0)).toBe('two\\u000d\\u000alines\\u2028and \\u001b[31mred\\u009b');
    expect(labelField(names, 0)).toBe('two\\u000d\\u000alines\\u2028and \\u001b[31mred\\u009b');
  });

  it('is cut where it is long, for a person, and whole in a CSV', () => {
    const names = new SceneNames([[0, 'x'.repeat(99), 0]]);
    expect(boxLabel(names, 1)).toBe(`${'x'.repeat(60)}…, instance 1`);
    expect(labelField(names, 1)).toBe(`"${'x'.repeat(99)}, instance 1"`);
  });

  it('stands in JSON so that it is the same once it is read, and leaves a terminal as it is', () => {
    const name = `\u009b31m\u202eabc${'x'.repeat(99)}`;
    const printed = folderWithNames([[0, name]]).run(
      'raycast scene.slab --from -1,.5,.5 --direction 1,0,0 --json',
    ).stdout;
    expect(JSON.parse(printed)).toMatchObject({ id: 0, name });
    expect(printed).toContain('\\u009b31m\\u202eabc');
  });

  it('stands in a warning so that it is short, and leaves a terminal as it is', async () => {
    const content = gltf([{ mesh: 0, scale: [0, 0, 0], name: `\u009b31m\u202e${'x'.repeat(999)}` }]);
    const { warnings } = await readGltf(content);
    expect(warnings).toEqual([expect.stringContaining(`nodes[0], "\\u009b31m\\u202e${'x'.repeat(55)}"…, is left out`)]);
  });

  it.each(['plain', 'a, b', 'a "b"', '"', ' spaces ', '=1+1', '\u96ea', 'a;b', "it's"])(
    '%j is read again from a CSV',
    (name) => {
      const field = labelField(new SceneNames([[0, name]]), 0);
      expect(Papa.parse<string[]>(`1,${field},2`).data).toEqual([['1', name, '2']]);
    },
  );

  it('goes on over boxes that are called the same, and over instances that follow one another', () => {
    const list = new NameList();
    for (const [id, name, instance] of [
      [0, null],
      [1, 'Tower'],
      [2, 'Tower'],
      [3, null],
      [4, null],
      [5, 'Lamp', 0],
      [6, 'Lamp', 1],
      // One that there is no box of.
      [7, 'Lamp', 3],
      [8, 'Lamp', 0],
      [9, 'Lamp'],
    ] as const) {
      list.add(id, name, instance);
    }
    expect(list.runs).toEqual([
      [1, 'Tower'],
      [3, null],
      [5, 'Lamp', 0],
      [7, 'Lamp', 3],
      [8, 'Lamp', 0],
      [9, 'Lamp'],
    ]);
  });

  it('is in memory once, however many boxes are called by it in turn', () => {
    const list = new NameList();
    const names = ['a', 'b'].map((letter) => letter.repeat(1 << 20));
    // Long texts are outside of the heap.
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = used();
    for (let id = 0; id < 200; id++) list.add(id, names[id % 2]);
    expect(list.runs.length).toBe(200);
    // 400 MB where each has a copy.
    expect(used() - before).toBeLessThan(100 << 20);
  });

  const long = (letter: string) => ({ name: letter.repeat(5000), primitives: [{ attributes: { POSITION: 0 } }] });
  const count = 200;
  const scales = Buffer.from(Float32Array.from({ length: 3 * count }, (_, at) => Math.floor(at / 3) % 2).buffer);
  it.each([
    ['two meshes in turn', Array.from({ length: count }, (_, index) => ({ mesh: index % 2 }))],
    ['instances of which every other is left out', [instanced({ SCALE: 1 })]],
  ])('is refused where its file would be much larger than the glTF: of %s', async (_, nodes) => {
    const content = gltf(nodes, [POSITION, { componentType: 5126, type: 'VEC3', count, bufferView: 0 }], {
      meshes: [long('a'), long('b')],
      bufferViews: [{ buffer: 0, byteLength: scales.length }],
      buffers: [{ uri: dataUri(scales), byteLength: scales.length }],
    });
    expect(await refusalOf(content)).toMatch(
      /^scene\.gltf: the names of its boxes have \d+ characters or more, too many for \d+ bytes: shorten the names/,
    );
    expect((await readGltf(content.replaceAll(/([ab])\1{4999}/g, '$1'))).scene.size).toBeGreaterThan(0);
  });
});
