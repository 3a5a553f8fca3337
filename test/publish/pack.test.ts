import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/runCommand';

const root = resolve(import.meta.dirname, '../..');
/** The folder with a copy of the project. It has nothing to build. */
let copy = '';
let out = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'slabtree-'));
  for (const name of [
    'publish',
    'docs',
    'examples',
    'bench',
    ...readdirSync(root).filter((each) => /\.(md|ts)$|^LICENSE$/.test(each)),
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

beforeEach(() => {
  out = mkdtempSync(join(copy, 'out-'));
  setAddress(undefined);
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** Sets or removes `repository` of the copy. */
function setAddress(repository: unknown): void {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { prepack: string } };
  const prepack = manifest.scripts.prepack.replace(/^npm run build && /, '');
  const scripts = { ...manifest.scripts, prepack };
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, scripts, repository }));
}

const readme = () => readFileSync(join(root, 'README.md'), 'utf8');
const readmeOfCopy = () => readFileSync(join(copy, 'README.md'), 'utf8');
const npm = (...args: string[]) => runCommand('npm', args, copy);
const pack = (destination = out) => npm('pack', '--pack-destination', destination);

/** Packs to a folder that does not exist. npm fails after it has run prepack. */
function failToPack(): void {
  expect(() => pack(join(copy, 'no such folder'))).toThrow(/ENOENT/);
}

/** The README in the packed package. */
function packedReadme(): string {
  const [tarball] = readdirSync(out);
  return execFileSync('tar', ['-xOf', join(out, tarball), 'package/README.md'], { encoding: 'utf8' });
}

const github = { type: 'git', url: 'git+https://github.com/someone/boxes.git' };

describe('without the address of the project', () => {
  it('npm pack packs the README unchanged', () => {
    pack();
    expect(packedReadme()).toBe(readme());
    expect(readmeOfCopy()).toBe(readme());
  });

  it('npm publish stops, and says how to set it', () => {
    expect(() => npm('publish', '--dry-run')).toThrow(
      /package\.json has no repository.*\n.*publish again:\n\n {2}npm pkg set repository\.type=git repository\.url=/,
    );
    expect(readmeOfCopy()).toBe(readme());
  });
});

describe('with the address of the project', () => {
  it('the packed README has absolute links to existing files, and the README of the project does not change', () => {
    setAddress(github);
    pack();
    const packed = packedReadme();
    const links = [...packed.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url).filter((url) => !url.startsWith('#'));
    for (const link of links) expect(link).toMatch(/^https:\/\//);
    const paths = links.flatMap((link) => {
      const path = /^https:\/\/[^/]+\/someone\/boxes\/(?:(?:blob|tree)\/)?HEAD\/([^#]*)/.exec(link);
      return path === null ? [] : [path[1]];
    });
    for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
    expect(paths).toEqual(expect.arrayContaining(['CHANGELOG.md', 'docs/format.md', 'docs/cities-page.jpg']));
    expect(readmeOfCopy()).toBe(readme());
    expect(readdirSync(copy).filter((name) => name.startsWith('.README'))).toEqual([]);
  });

  it('after a failed pack, changes to the README are not lost, and npm run postpack restores it', () => {
    setAddress(github);
    failToPack();
    const packed = readmeOfCopy();
    writeFileSync(join(copy, 'README.md'), `${packed}More.\n`);
    expect(() => pack()).toThrow(/README\.md has changed since it was packed/);
    expect(readmeOfCopy()).toBe(`${packed}More.\n`);
    writeFileSync(join(copy, 'README.md'), packed);
    npm('run', 'postpack');
    expect(readmeOfCopy()).toBe(readme());
  });

  it('after a failed pack, the next pack restores the README', () => {
    setAddress(github);
    failToPack();
    pack();
    expect(packedReadme()).toContain('https://github.com/someone/boxes/blob/HEAD/CHANGELOG.md');
    expect(readmeOfCopy()).toBe(readme());
  });

  it('npm pack stops if the README has a link to a missing file, and does not change the README', () => {
    setAddress(github);
    const wrong = '[gone](docs/gone.md)';
    writeFileSync(join(copy, 'README.md'), wrong);
    expect(() => pack()).toThrow(/README\.md has a link to docs\/gone\.md, but there is no such file/);
    expect(readmeOfCopy()).toBe(wrong);
    writeFileSync(join(copy, 'README.md'), readme());
  });

  it('npm publish stops if the host is not known', () => {
    setAddress('https://example.com/boxes.git');
    expect(() => npm('publish', '--dry-run')).toThrow(/"https:\/\/example\.com\/boxes\.git", a host that is not known/);
  });
});
