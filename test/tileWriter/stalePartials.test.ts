import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { partialPath, removeStalePartials } from '../../src/tileWriter/files/replacement';

function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The path of an unfinished file that a process has left. */
function partialOf(pid: number, path: string): string {
  return partialPath(path).replace(`-${process.pid}-`, `-${pid}-`);
}

describe('removeStalePartials', () => {
  it('unfinished files of ended processes are removed, and no other files', async () => {
    const folder = folderFor();
    const target = join(folder, 'city.slab');
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    const kept = [
      partialPath(target),
      partialOf(process.ppid, target),
      partialOf(ended, join(folder, 'town.slab')),
      join(folder, 'slabtree-0b2a5c3e-8d0c-4b59-9a2c-1f8e3a1c7d55.partial'),
      `${partialOf(ended, target)}.csv`,
      target,
    ];
    const removed = [partialOf(ended, target), partialOf(ended, target)];
    for (const path of [...kept, ...removed]) writeFileSync(path, 'unfinished');
    await removeStalePartials(target);
    expect(readdirSync(folder).sort()).toEqual(kept.map((path) => basename(path)).sort());
  });

  it('unfinished files of a folder that cannot be read are ignored', async () => {
    await expect(removeStalePartials(join(folderFor(), 'none', 'city.slab'))).resolves.toBeUndefined();
  });
});
