import { frustumFromMatrix } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

/** A view along -z with an opening of 90°, from near 1 to far 90. */
const VIEW_PROJECTION = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -91 / 89, -1, 0, 0, -180 / 89, 0];

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('slabtree cull', () => {
  it('cull prints the boxes between planes as the library finds them, by scenes and tiles, path and URL', async () => {
    const both = await BothKinds.open();
    const planes = [
      { normal: { x: 1, y: 0, z: 0 }, constant: 20 },
      { normal: { x: 0, y: 1, z: 0.25 }, constant: 10 },
    ];
    const options = '--plane 1,0,0,20 --plane 0,1,.25,10 --mask 3';
    const { inside, crossing, edges } = both.scene.cull(planes, { mask: 3 });
    const [insideIds, crossingIds, edgeIds] = [inside, crossing, edges].map((set) => sorted(set.toArray()));
    expect(insideIds.length * crossingIds.length * edgeIds.length).toBeGreaterThan(0);
    const where = new Map(insideIds.map((id) => [id, 'inside']));
    for (const id of crossingIds) where.set(id, 'crossing');
    for (const id of edgeIds) where.set(id, 'edge');
    const lines = sorted(where.keys()).map((id) => `${id},${where.get(id)}\n`);
    expect(await both.print('cull', options)).toBe(`id,where\n${lines.join('')}`);
    expect(await both.json('cull', options)).toEqual({ inside: insideIds, crossing: crossingIds, edges: edgeIds });
    expect(await both.json('cull', `${options} --names`)).toEqual({
      inside: insideIds.map((id) => both.named({ id })),
      crossing: crossingIds.map((id) => both.named({ id })),
      edges: edgeIds.map((id) => both.named({ id })),
    });
    const named = await both.print('cull', `${options} --names`);
    expect(named).toMatch(/^id,name,where\n/);
    expect(named.split('\n').map((line) => line.replace(/,.*,/, ','))).toEqual(
      ['id,where', ...lines, ''].map((line) => line.trim()),
    );
  });

  it.each(['opengl', 'webgpu'] as const)(
    'cull prints the boxes that a camera sees in the clip space %s',
    async (space) => {
      const both = await BothKinds.open();
      const { inside, crossing, edges } = both.scene.cull(frustumFromMatrix(VIEW_PROJECTION, space));
      expect(await both.json('cull', `--view-projection ${VIEW_PROJECTION.join()} --clip-space ${space}`)).toEqual({
        inside: sorted(inside.toArray()),
        crossing: sorted(crossing.toArray()),
        edges: sorted(edges.toArray()),
      });
      expect(inside.size).toBeGreaterThan(0);
    },
  );

  it('cull needs planes or a matrix that spans a volume', () => {
    const folder = folderWithScene();
    for (const [line, message] of [
      ['', 'give --plane, once or several times, or --view-projection'],
      ['--plane 0,0,0,1', 'Its first three numbers must not all be 0'],
      ['--plane 1,0,0,1 --clip-space webgpu', '--clip-space needs --view-projection'],
      [`--view-projection ${Array(16).fill(0).join()}`, '--view-projection must span a volume'],
      [`--view-projection ${VIEW_PROJECTION.join()} --plane 1,0,0,0`, 'cannot be used with'],
    ]) {
      const { status, stdout, stderr } = folder.run(`cull scene.slab ${line}`);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
  });
});
