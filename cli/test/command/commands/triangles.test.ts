import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { Folder } from '../support/command';
import { dataUri } from '../support/gltfSamples';

/** A folder with scene.slab: a square of two triangles in the plane z = 0, and the same one 4 higher, turned over. */
function folderWithTriangles(): Folder {
  const folder = new Folder();
  const positions = Buffer.from(Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0).buffer);
  const binary = Buffer.concat([positions, Buffer.from([0, 1, 2, 0, 2, 3])]);
  folder.write(
    'scene.gltf',
    JSON.stringify({
      asset: { version: '2.0' },
      nodes: [
        { name: 'floor', mesh: 0 },
        { name: 'ceiling', mesh: 0, translation: [0, 2, 4], rotation: [1, 0, 0, 0] },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        { componentType: 5126, type: 'VEC3', count: 4, bufferView: 0 },
        { componentType: 5121, type: 'SCALAR', count: 6, bufferView: 1 },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 48 },
        { buffer: 0, byteOffset: 48, byteLength: 6 },
      ],
      buffers: [{ byteLength: 54, uri: dataUri(binary) }],
    }),
  );
  expect(folder.run('build scene.gltf --triangles -o scene.slab')).toEqual({ status: 0, stdout: '', stderr: '' });
  return folder;
}

describe('slabtree build --triangles', () => {
  it('build --triangles writes a scene with one mesh, and an instance for each place of it', () => {
    const scene = BoxScene.deserialize(folderWithTriangles().read('scene.slab'));
    expect(scene.size).toBe(2);
    expect(scene.meshes.map(({ triangleCount, vertexCount }) => [triangleCount, vertexCount])).toEqual([[2, 4]]);
    expect([scene.meshOf(0), scene.meshOf(1)]).toEqual([scene.meshes[0], scene.meshes[0]]);
  });

  it('build accepts --triangles only for a glTF', () => {
    const { status, stderr } = new Folder().run('build boxes.csv --triangles -o scene.slab');
    expect([status, stderr]).toEqual([2, 'error: --triangles needs a glTF\n']);
  });
});

describe('slabtree info of triangles', () => {
  it('info counts meshes, instances and triangles', () => {
    const folder = folderWithTriangles();
    expect(folder.run('info scene.slab').stdout).toMatch(
      /^boxes +2\naxis-aligned +0\noriented +2\ninstances +2\nmeshes +1\ntriangles +2\nnames +2\nbounds +0,0,0 to 2,2,4\n/,
    );
    expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({
      boxes: 2,
      instances: 2,
      meshes: 1,
      triangles: 2,
    });
  });

  it('info does not count as an instance what has become a box, or was removed', () => {
    const folder = new Folder();
    const scene = new BoxScene();
    const mesh = scene.addMesh(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0));
    for (let i = 0; i < 4; i++) scene.addInstance(mesh);
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    scene.remove(1);
    folder.write('scene.slab', scene.serialize());
    expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({ boxes: 4, instances: 3 });
  });
});

describe('slabtree raycast on triangles', () => {
  const ray = { origin: { x: 1.5, y: 0.25, z: 9 }, direction: { x: 0, y: 0, z: -1 } };
  const line = 'raycast scene.slab --from 1.5,.25,9 --direction 0,0,-1';

  it('raycast prints the triangle of the closest hit, and where on it the hit is', () => {
    expect(folderWithTriangles().run(line).stdout).toBe(
      'id        1\nname      ceiling\nt         5\ndistance  5\npoint     1.5,0.25,4\nnormal    0,0,-1\n' +
        'triangle  1\nu         0.75\nv         0.125\nfront     false\n',
    );
  });

  it('raycast prints the triangles of all hits as columns', () => {
    expect(folderWithTriangles().run(`${line} --all`).stdout.split('\n')).toEqual([
      'id,name,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ,triangle,u,v,front',
      '1,ceiling,5,5,1.5,0.25,4,0,0,-1,1,0.75,0.125,false',
      '0,floor,9,9,1.5,0.25,0,0,0,1,0,0.625,0.125,true',
      '',
    ]);
  });

  it('raycast prints the answer of the library as JSON, on one side of triangles or on boxes only', () => {
    const folder = folderWithTriangles();
    const scene = BoxScene.deserialize(folder.read('scene.slab'));
    const json = (options: string) => JSON.parse(folder.run(`${line} ${options} --json`).stdout) as unknown;
    expect(json('')).toEqual({ ...scene.raycast(ray), name: 'ceiling' });
    expect(json('--side front')).toEqual({ ...scene.raycast(ray, { side: 'front' }), name: 'floor' });
    expect(json('--boxes-only')).toEqual({ ...scene.raycast(ray, { boxesOnly: true }), name: 'ceiling' });
  });

  it('raycast rejects another side', () => {
    const { status, stderr } = new Folder().run(`${line} --side left`);
    expect([status, stderr]).toEqual([2, expect.stringContaining("argument 'left' is invalid")]);
  });

  it('raycast rejects --triangles for one ray, whose triangle is printed anyway', () => {
    const { status, stderr } = folderWithTriangles().run('raycast scene.slab --from 0,0,0 --to 1,0,0 --triangles');
    expect([status, stderr]).toEqual([2, "error: option '--triangles' cannot be used with option '--from <x,y,z>'\n"]);
  });

  it('raycast prints the triangles for the rays of a CSV only with --triangles', () => {
    const folder = folderWithTriangles();
    const scene = BoxScene.deserialize(folder.read('scene.slab'));
    const random = new Random(1);
    const rays = Float64Array.from({ length: 6 * 500 }, (_, at) =>
      at % 6 < 3 ? random.between(-1, 5) : random.between(-1, 1),
    );
    const lines = Array.from({ length: 500 }, (_, i) => `${rays.subarray(6 * i, 6 * i + 6).join()}\n`);
    const { ids, ts, triangles, us, vs } = scene.raycastMany(rays, { triangles: true });
    expect(new Set(ids)).toEqual(new Set([-1, 0, 1]));
    expect(folder.run('raycast scene.slab', lines.join('')).stdout).toBe(
      Array.from(ids, (id, i) => `${id},${ts[i]}\n`).join(''),
    );
    expect(folder.run('raycast scene.slab --triangles --threads 1', lines.join('')).stdout).toBe(
      Array.from(ids, (id, i) => `${id},${ts[i]},${triangles[i]},${us[i]},${vs[i]}\n`).join(''),
    );
    const header = 'ox,oy,oz,dx,dy,dz\n';
    expect(
      folder.run('raycast scene.slab --triangles --names', `${header}1.5,.25,9,0,0,-1\n9,9,9,0,0,1\n`).stdout,
    ).toBe('id,name,t,triangle,u,v\n1,ceiling,5,1,0.75,0.125\n-1,,Infinity,-1,0,0\n');
  });
});
