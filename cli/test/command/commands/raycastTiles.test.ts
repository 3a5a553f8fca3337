import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { type Ended, Folder, program } from '../support/command';

/** The files that the command has built, which takes longer than the rays of a test. */
const built = new Map<string, Buffer>();

/** A folder with the same boxes as a scene, and as a file of tiles whose name tells nothing. */
function folderWithTiles(): Folder {
  const folder = new Folder();
  if (built.size === 0) buildFiles(folder);
  for (const [name, bytes] of built) folder.write(name, bytes);
  return folder;
}

function buildFiles(folder: Folder): void {
  const random = new Random(18);
  const boxes = Array.from({ length: 2000 }, (_, i) => {
    const min = random.triple(-50, 50);
    return `${[...min, ...min.map((coordinate) => coordinate + 5), 1 + (i % 3)].join()},${i % 2 === 0 ? '' : `Box ${i}`}\n`;
  });
  folder.write('boxes.csv', `minX,minY,minZ,maxX,maxY,maxZ,mask,name\n${boxes.join('')}`);
  expect(folder.run('build boxes.csv -o city.slab').status).toBe(0);
  expect(folder.run('build --tiles boxes.csv -o tiled.slab --boxes-per-tile 40').status).toBe(0);
  for (const name of ['city.slab', 'tiled.slab']) built.set(name, folder.read(name));
}

function raysOf(count: number): string[] {
  const random = new Random(count);
  return Array.from({ length: count }, () => `${[...random.triple(-60, 60), ...random.triple(-60, 60)].join()}\n`);
}

/** Runs the command while this process serves what it asks for. */
async function runBesideServer(folder: Folder, line: string, input: string): Promise<Ended> {
  const command = spawn(process.execPath, [program, ...line.split(' ')], { cwd: folder.path });
  command.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'exit') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

describe('slabtree raycast with a file of tiles', () => {
  it.each([
    '--from -60,0,0 --direction 1,.1,.1',
    '--from -60,0,0 --direction 1,.1,.1 --json',
    '--from -60,0,0 --to 60,6,6 --all',
    '--from -60,0,0 --to 60,6,6 --all --json --mask 2',
    '--from 900,0,0 --to 901,0,0',
    '--from 900,0,0 --to 901,0,0 --json',
  ])('raycast prints for one ray what it prints with a scene: %s', (options) => {
    const folder = folderWithTiles();
    const expected = folder.run(`raycast city.slab ${options}`);
    expect(expected.stdout).not.toBe('');
    expect(folder.run(`raycast tiled.slab ${options}`)).toEqual(expected);
  });

  it('raycast prints for many rays what it prints with a scene, also with a header and up to a bad line', () => {
    const folder = folderWithTiles();
    // Seven blocks, more than the command has under way.
    const rays = raysOf(4000).join('');
    for (const [options, input] of [
      ['', rays],
      ['--memory 1 --solid --triangles --mask 5', `ox,oy,oz,dx,dy,dz\n${rays}`],
      ['--names', rays],
      ['--memory 1 --names --solid --triangles', `ox,oy,oz,dx,dy,dz\n${rays}`],
      ['', `${rays}1,2,3,4,5,x\n${rays}`],
      ['', ''],
    ]) {
      const expected = folder.run(`raycast city.slab - ${options.replace('--memory 1', '')}`, input);
      expect(folder.run(`raycast tiled.slab - ${options}`, input)).toEqual(expected);
    }
  });

  it('raycast reads tiles from a host', async () => {
    const folder = folderWithTiles();
    const bytes = folder.read('tiled.slab');
    const host = createServer((request, response) => {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (request.url !== '/tiled.slab' || range === null) {
        response.writeHead(404).end();
        return;
      }
      const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}`, ETag: '"1"' });
      response.end(bytes.subarray(start, end + 1));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    try {
      const rays = raysOf(500).join('');
      const expected = folder.run('raycast city.slab -', rays);
      expect(await runBesideServer(folder, `raycast ${url}/tiled.slab -`, rays)).toEqual(expected);
      const { status, stdout, stderr } = await runBesideServer(folder, `raycast ${url}/none.slab -`, rays);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('404');
      expect(stderr).not.toContain('bug');
    } finally {
      host.close();
      host.closeAllConnections();
    }
  });

  it('raycast rejects options that tiles do not have, and damaged files', () => {
    const folder = folderWithTiles();
    const fails = (line: string, stderr: RegExp, status = 1): void => {
      const ended = folder.run(line, '0,0,0,1,0,0\n');
      expect(ended).toMatchObject({ status, stdout: '' });
      expect(ended.stderr).toMatch(stderr);
      expect(ended.stderr).not.toContain('bug');
    };
    fails(
      'raycast tiled.slab - --names --cluster redis://127.0.0.1:1',
      /tiled.slab: --cluster does not read the names of tiles/,
    );
    fails(
      'raycast https://127.0.0.1:1/city.slabs - --cluster redis://127.0.0.1:1',
      /--cluster needs the path of a file/,
    );
    fails('raycast tiled.slab --memory 0 -', /It must be an integer of 1 or more/, 2);

    const bytes = folder.read('tiled.slab');
    folder.write('cut.slabs', bytes.subarray(0, -64));
    fails('raycast cut.slabs -', /cut.slabs: .* bytes, but its header says/);
    bytes[300] ^= 1;
    bytes.fill(7, 1000, bytes.length - 40_000);
    folder.write('damaged.slabs', bytes);
    fails('raycast damaged.slabs --from -60,0,0 --direction 1,.1,.1', /damaged.slabs: /);
  });
});

it.each(['', '--json', '--ids', '--ids --mask 2', '--ids --names', '--memory 1 --mask 5'])(
  'split prints what it prints with a scene: %s',
  (options) => {
    const folder = folderWithTiles();
    const plane = '--plane .5,-1,.2,3';
    const expected = folder.run(`split city.slab ${plane} ${options.replace('--memory 1', '')}`);
    expect(expected.stdout).not.toBe('');
    expect(folder.run(`split tiled.slab ${plane} ${options}`)).toEqual(expected);
  },
);
