import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Folder } from '../support/command';

/** A folder with scene.slab: six boxes one behind the other along x, with these names. */
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

/** Rays that hit box 0, box 1, box 4, box 5 and nothing. */
const RAYS = [-1, 1.5, 7.5, 9.5, 20].map((x) => `${x},.5,.5,1,0,0\n`).join('');

describe('names of a scene', () => {
  it('build keeps the names in CSV and JSON', () => {
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

  it('build keeps the names in a glTF: of the node, else of its mesh, else the path of the node', () => {
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

  it('a file without names has no bytes for them', () => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    folder.run('build boxes.csv -o scene.slab');
    const scene = new BoxScene();
    scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
    expect(folder.read('scene.slab').equals(scene.serialize())).toBe(true);
  });

  it('info counts each different name once', () => {
    const folder = folderWithNames([...RUNS, [6, 'Tower']]);
    expect(folder.run('info scene.slab').stdout).toMatch(/^names +3\n/m);
    expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({
      names: 3,
      fileBytes: folder.read('scene.slab').length,
    });
  });

  it('raycast prints names with one hit, and with all hits', () => {
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

  it('names are separate from the number of the instance in JSON', () => {
    const folder = folderWithNames(RUNS);
    const json = (line: string) => JSON.parse(folder.run(`raycast scene.slab --json ${line}`).stdout) as unknown;
    expect(json('--from 7.5,.5,.5 --direction 1,0,0')).toMatchObject({ id: 4, name: 'Lamp', instance: 2, t: 0.5 });
    const [first, second] = json('--from -1,.5,.5 --direction 1,0,0 --all') as object[];
    expect(first).toMatchObject({ id: 0, name: 'Tower', t: 1 });
    expect(first).not.toHaveProperty('instance');
    expect(second).toMatchObject({ id: 1 });
    expect(second).not.toHaveProperty('name');
  });

  it.each([1, 2])('raycast --names prints names in a column of the answers to many rays, in %i threads', (threads) => {
    const folder = folderWithNames(RUNS);
    const answer = (options: string, rays: string) =>
      folder.run(`raycast scene.slab --threads ${threads} ${options}`, rays).stdout;
    const answers = '0,Tower,1\n1,,0.5\n4,"Lamp, instance 2",0.5\n5,"a ""b"", c",0.5\n-1,,Infinity\n';
    expect(answer('--names', RAYS)).toBe(answers);
    expect(answer('--names', `ox,oy,oz,dx,dy,dz\n${RAYS}`)).toBe(`id,name,t\n${answers}`);
    expect(answer('', RAYS)).toBe('0,1\n1,0.5\n4,0.5\n5,0.5\n-1,Infinity\n');
  });

  it('split --ids --names prints names in a column', () => {
    const folder = folderWithNames(RUNS);
    expect(folder.run('split scene.slab --plane 1,0,0,-4.5 --ids --names').stdout).toBe(
      'id,name,side\n0,Tower,back\n1,,back\n2,"Lamp, instance 0",crossing\n3,"Lamp, instance 1",front\n' +
        '4,"Lamp, instance 2",front\n5,"a ""b"", c",front\n',
    );
    const { status, stderr } = folder.run('split scene.slab --plane 1,0,0,0 --names');
    expect([status, stderr]).toEqual([2, 'error: --names needs --ids\n']);
  });

  it('names are an empty column if the scene has none', () => {
    const folder = folderWithNames([]);
    expect(folder.run('raycast scene.slab --names', RAYS).stdout).toBe('0,,1\n1,,0.5\n4,,0.5\n5,,0.5\n-1,,Infinity\n');
    expect(folder.run('raycast scene.slab --from -1,.5,.5 --direction 1,0,0 --all').stdout).toMatch(/^id,t,distance/);
  });

  it('the error for damaged names has the name of the file', () => {
    const folder = folderWithNames(RUNS);
    const bytes = folder.read('scene.slab');
    bytes[bytes.length - 1] ^= 1;
    folder.write('scene.slab', bytes);
    const { status, stderr } = folder.run('info scene.slab');
    expect([status, stderr]).toEqual([
      1,
      'scene.slab: this is not a readable scene file: the checksum of its names is wrong: they were damaged\n',
    ]);
    // Without --names, the damage does not matter.
    expect(folder.run('raycast scene.slab', RAYS).status).toBe(0);
    expect(folder.run('raycast scene.slab --names', RAYS).status).toBe(1);
    expect(folder.run('split scene.slab --plane 1,0,0,0 --ids').status).toBe(0);
    expect(folder.run('split scene.slab --plane 1,0,0,0 --ids --names').status).toBe(1);
  });

  it('names survive JSON unchanged, and are safe for a terminal there', () => {
    const name = `\u009b31m\u202eabc${'x'.repeat(99)}`;
    const printed = folderWithNames([[0, name]]).run(
      'raycast scene.slab --from -1,.5,.5 --direction 1,0,0 --json',
    ).stdout;
    expect(JSON.parse(printed)).toMatchObject({ id: 0, name });
    expect(printed).toContain('\\u009b31m\\u202eabc');
  });
});
