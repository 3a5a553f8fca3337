import { describe, expect, it } from 'vitest';
import { Folder } from './support/command';

describe('the command slabtree', () => {
  it('slabtree prints its version and its help', () => {
    const folder = new Folder();
    expect(folder.run('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    expect(folder.run('--help').stdout).toContain('slabtree build city.glb -o city.slab');
    expect(folder.run('raycast --help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--threads') as string,
    });
  });

  it.each([
    ['no command', '', 'Usage: slabtree'],
    ['an unknown command', 'bild boxes.csv', "unknown command 'bild'"],
    ['an unknown option', 'info scene.slab --jsn', "unknown option '--jsn'"],
    ['no output', 'build boxes.csv', "required option '-o, --output <scene>' not specified"],
    ['a file name without a format', 'build boxes -o scene.slab', "'boxes' does not tell the format of the boxes"],
    ['two numbers for a point', 'raycast scene.slab --from 1,2 --to 1,2,3', "'1,2' is invalid. It must be 3 numbers"],
    ['a start without an end', 'raycast scene.slab --from 1,2,3', '--from needs --to or --direction'],
    ['an end without a start', 'raycast scene.slab --to 1,2,3', '--to, --direction, --all and --json need --from'],
    ['a ray without a direction', 'raycast scene.slab --from 1,2,3 --to 1,2,3', 'must not be zero'],
    [
      'a ray that is too long',
      'raycast scene.slab --from 1e308,0,0 --to -1e308,0,0',
      'the ends of the ray are too far apart',
    ],
    ['no threads', 'raycast scene.slab --threads 0', 'It must be an integer of 1 or more'],
    ['a ray and a CSV', 'raycast scene.slab rays.csv --from 1,2,3 --to 1,2,4', "by --from or the rays of 'rays.csv'"],
    ['an invalid mask', 'raycast scene.slab --mask red', 'It must be a 32-bit integer'],
    ['a plane without a normal', 'split scene.slab --plane 0,0,0,1', 'must not all be 0'],
  ])('slabtree rejects %s, and exits with 2', (_, line, message) => {
    const { status, stdout, stderr } = new Folder().run(line);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it.each([
    ['no memory for numbers', "new RangeError('Array buffer allocation failed')", /^this does not fit in memory\n$/],
    ['no memory for a Map', "new RangeError('Map maximum size exceeded')", /^this does not fit in memory\n$/],
    ['a bug of its own', "new TypeError('Cannot read properties')", /^this is a bug in slabtree, please report it: /],
  ])('slabtree reports %s, and exits with 1', (_, error, message) => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    const before = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.promises.open = () => Promise.reject(${error});
      syncBuiltinESMExports();`;
    const { status, stderr } = folder.run('build boxes.csv -o scene.slab', '', { before });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });

  it.each([
    ['does not exist', 'info nowhere.slab', 'nowhere.slab: no such file or directory\n'],
    [
      'cannot be fetched',
      'info http://127.0.0.1:1/a.slab',
      'http://127.0.0.1:1/a.slab: cannot be fetched (fetch failed: bad port): check the address\n',
    ],
    ['is a folder', 'build . --format csv -o scene.slab', '.: illegal operation on a directory\n'],
    [
      'is not a scene',
      'info text.slab',
      'text.slab: this is not a readable scene file: it does not begin like a slabtree file',
    ],
  ])('slabtree says which file %s, and exits with 1', (_, line, message) => {
    const folder = new Folder();
    folder.write('text.slab', 'hello');
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    const { status, stdout, stderr } = folder.run(line);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});
