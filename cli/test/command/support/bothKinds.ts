import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BoxScene, type NameRun, SceneNames } from 'slabtree';
import { TileWriter } from 'slabtree/tile-writer';
import { expect, onTestFinished } from 'vitest';
import { Random } from '../../../../test/support/random';
import { type Ended, Folder, program } from './command';

const BOXES = 600;
const ORIENTED = 20;
const INSTANCES = 40;

/** Every third box has a name of its own, and all instances share one. */
const NAMES: NameRun[] = [
  ...Array.from({ length: BOXES / 3 }, (_, i): NameRun[] => [
    [3 * i, `Box "${3 * i}"`],
    [3 * i + 1, null],
  ]).flat(),
  [BOXES + ORIENTED, 'Crate, small'],
];

/** Adds boxes, oriented boxes and instances of a mesh, with the masks 1, 2 and 3. */
function addBoxes(target: BoxScene | TileWriter, random: Random): void {
  for (let i = 0; i < BOXES; i++) {
    const [x, y, z] = random.triple(-50, 50);
    target.addAabb({ min: { x, y, z }, max: { x: x + random.between(0, 8), y: y + 5, z: z + 5 } }, 1 + (i % 3));
  }
  const box = { min: { x: -1, y: -2, z: -1 }, max: { x: 1, y: 2, z: 1 } };
  for (let i = 0; i < ORIENTED; i++) target.addObb({ ...box, matrix: placement(random) }, 1 + (i % 3));
  const mesh = target.addMesh(Float64Array.from({ length: 9 * 12 }, () => random.between(-4, 4)));
  for (let i = 0; i < INSTANCES; i++) target.addInstance(mesh, placement(random), 1 + (i % 3));
}

/** A sheared and turned matrix somewhere in the scene, column-major. */
function placement(random: Random): number[] {
  const columns = Array.from({ length: 3 }, () => [...random.triple(-1, 1), 0]).flat();
  return [...columns, ...random.triple(-50, 50), 1];
}

async function makeFiles(): Promise<{ scene: Buffer; tiles: Buffer }> {
  const folder = new Folder();
  const scene = new BoxScene();
  addBoxes(scene, new Random(36));
  const writer = await TileWriter.create(join(folder.path, 'city.slabs'), { boxesPerTile: 40 });
  addBoxes(writer, new Random(36));
  writer.addNames(NAMES);
  await writer.finish();
  const names = new SceneNames(NAMES).serialize();
  return { scene: Buffer.concat([scene.serialize(), names]), tiles: folder.read('city.slabs') };
}

let made: ReturnType<typeof makeFiles> | null = null;

/**
 * A folder with one scene as a scene file, city.slab, and as a file of tiles, city.slabs. While the test runs, a host serves the
 * files of the folder by ranges.
 */
export class BothKinds {
  readonly folder = new Folder();
  readonly scene: BoxScene;
  readonly names = new SceneNames(NAMES);
  readonly url: string;

  private constructor(files: { scene: Buffer; tiles: Buffer }, port: number) {
    this.folder.write('city.slab', files.scene);
    this.folder.write('city.slabs', files.tiles);
    this.scene = BoxScene.deserialize(files.scene);
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<BothKinds> {
    made ??= makeFiles();
    const files = await made;
    const host = createServer((request, response) => {
      let bytes: Buffer;
      try {
        bytes = both.folder.read((request.url ?? '').slice(1));
      } catch {
        response.writeHead(404).end();
        return;
      }
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (range === null) {
        response.writeHead(200).end(bytes);
        return;
      }
      const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}`, ETag: '"1"' });
      response.end(bytes.subarray(start, end + 1));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    onTestFinished(() => {
      host.close();
      host.closeAllConnections();
    });
    const both: BothKinds = new BothKinds(files, (host.address() as AddressInfo).port);
    return both;
  }

  /** Runs the command while the host answers. @param line the arguments, with spaces between them. */
  async run(line: string, input = ''): Promise<Ended> {
    const command = spawn(process.execPath, [program, ...line.split(' ').filter(Boolean)], { cwd: this.folder.path });
    command.stdin.on('error', () => undefined).end(input);
    const [stdout, stderr, [status]] = await Promise.all([
      text(command.stdout),
      text(command.stderr),
      once(command, 'exit') as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr };
  }

  /**
   * Runs a query of the scene file and of the file of tiles, each by its path and by its URL. Expects that all four succeed and
   * print the same, and returns what they print.
   */
  async print(query: string, options: string, input = ''): Promise<string> {
    const places = ['city.slab', 'city.slabs', `${this.url}/city.slab`, `${this.url}/city.slabs`];
    const ends = await Promise.all(places.map((place) => this.run(`${query} ${place} ${options}`, input)));
    const [{ stdout }] = ends;
    expect(ends).toEqual(places.map(() => ({ status: 0, stdout, stderr: '' })));
    return stdout;
  }

  /** Like {@link print}, for a query that prints JSON. */
  async json(query: string, options: string): Promise<unknown> {
    return JSON.parse(await this.print(query, `${options} --json`));
  }

  /** Returns an answer of the scene with the names of its boxes, as the command prints it. */
  named(answer: { id: number }): object {
    const name = this.names.nameOf(answer.id);
    return name === undefined ? answer : { ...answer, name };
  }
}
