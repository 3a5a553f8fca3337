import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Folder } from '../support/command';

/** Kills the process, as `kill -9` does, when it has written everything and would rename the file. */
const KILLED = `
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  files.rename = () => process.kill(process.pid, 'SIGKILL');
  syncBuiltinESMExports();`;

it.each(['build boxes.csv -o scene.slab', 'build --tiles boxes.csv -o scene.slab'])(
  'a killed build leaves an unfinished file, which the next build of the same file removes: %s',
  (line) => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    expect(folder.run(line, '', { before: KILLED }).status).toBeNull();
    const left = readdirSync(folder.path).filter((name) => name !== 'boxes.csv');
    expect(left).toEqual([expect.stringMatching(/^slabtree-.*\.partial$/)]);
    expect(folder.run(line.replace('scene.slab', 'other.slab')).status).toBe(0);
    expect(readdirSync(folder.path).sort()).toEqual(['boxes.csv', 'other.slab', ...left]);
    expect(folder.run(line)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder.path).sort()).toEqual(['boxes.csv', 'other.slab', 'scene.slab']);
  },
);
