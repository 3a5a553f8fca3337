import { execFileSync, spawnSync } from 'node:child_process';
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
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageFolders } from '../../entries';
import { projectAddress } from '../../publish/projectAddress';
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
    // Documents have links to some of them.
    'src',
    'test',
    'cli',
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

/** Sets or removes `repository` in both packages of the copy. */
function setAddress(repository: unknown): void {
  for (const folder of Object.values(packageFolders)) {
    const path = join(folder, 'package.json');
    const manifest = JSON.parse(original(path)) as { scripts: { prepack: string } };
    const prepack = manifest.scripts.prepack.replace(/^npm run build && /, '');
    const scripts = { ...manifest.scripts, prepack };
    writeFileSync(join(copy, path), JSON.stringify({ ...manifest, scripts, repository }));
  }
}

/** Those that slabtree packs. */
const documents = ['README.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs')).filter(isMarkdown).map(inDocs)];
const original = (path: string) => readFileSync(join(root, path), 'utf8');
const ofCopy = (path: string) => readFileSync(join(copy, path), 'utf8');

function isMarkdown(name: string): boolean {
  return name.endsWith('.md');
}

function inDocs(name: string): string {
  return `docs/${name}`;
}

/** Fails unless all documents of the copy are as they were. */
function expectOriginals(): void {
  for (const path of [...documents, 'cli/README.md']) expect(ofCopy(path) === original(path), path).toBe(true);
  expect(existsSync(join(copy, '.kept'))).toBe(false);
}

const npm = (...args: string[]) => runCommand('npm', args, copy);
const pack = (destination = out) => npm('pack', '--pack-destination', destination);

/** Runs what npm runs before it packs, and nothing after it, as if npm had failed then. */
const prepack = () => runCommand('node', ['--import', 'tsx', 'publish/packDocuments.ts'], copy);

/** The packed files by their paths: texts. */
function packed(): Map<string, string> {
  const [tarball] = readdirSync(out);
  const unpacked = mkdtempSync(join(copy, 'unpacked-'));
  execFileSync('tar', ['-xf', join(out, tarball), '-C', unpacked]);
  const folder = join(unpacked, 'package');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path, 'utf8')];
    }),
  );
}

/** Where the links of a Markdown text lead, in or out of its code. Links to headings of the text are left out. */
function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url).filter((url) => !url.startsWith('#'));
}

const github = { type: 'git', url: 'git+https://github.com/someone/boxes.git' };

describe('npm pack without the address of the project', () => {
  it('npm pack packs the documents unchanged', () => {
    pack();
    const files = packed();
    for (const path of documents) expect(files.get(path) === original(path), path).toBe(true);
    expectOriginals();
  });

  it('npm publish stops, and gives the remedy, which runs as it stands', () => {
    const { stderr } = spawnSync('npm', ['publish', '--dry-run'], { cwd: copy, encoding: 'utf8' });
    const [, remedy = ''] =
      /package\.json has no repository.*\n.*publish again:\n\n {2}(for folder .*)\n/.exec(stderr) ?? [];
    expectOriginals();
    const git = (...args: string[]) => runCommand('git', args, copy);
    git('init', '--quiet');
    for (const address of ['https://github.com/someone/boxes.git', 'git@github.com:someone/boxes.git']) {
      setAddress(undefined);
      git('remote', 'add', 'origin', address);
      execFileSync(remedy, { cwd: copy, shell: true, stdio: 'pipe' });
      for (const folder of Object.values(packageFolders)) {
        expect(projectAddress(join(copy, folder))?.file('LICENSE')).toContain('someone/boxes');
      }
      git('remote', 'remove', 'origin');
    }
    rmSync(join(copy, '.git'), { recursive: true });
  });
});

describe('npm pack with the address of the project', () => {
  it.each(Object.values(packageFolders))('npm publish %s warns of nothing but a missing login', (folder) => {
    setAddress(github);
    const publish = ['publish', `./${folder}`, '--dry-run'];
    const { stderr, status } = spawnSync('npm', publish, { cwd: copy, encoding: 'utf8' });
    const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn publish'));
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([]);
    expect(status, stderr).toBe(0);
    expectOriginals();
  });

  it('links of packed documents lead to packed files or to files at its host, and the documents do not change', () => {
    setAddress(github);
    pack();
    const files = packed();
    expect([...files.keys()]).toEqual(expect.arrayContaining(documents));
    const atHost: string[] = [];
    for (const document of documents) {
      for (const link of linksOf(files.get(document) ?? '')) {
        const path = /^https:\/\/[^/]+\/someone\/boxes\/(?:(?:blob|tree)\/)?HEAD\/([^#]*)/.exec(link)?.[1];
        if (path !== undefined) atHost.push(path);
        else if (!link.startsWith('https://')) {
          const [file] = link.split('#');
          expect(files.has(join(dirname(document), file)), `${document} has a link to ${link}`).toBe(true);
          expect(document).not.toBe('README.md');
        }
      }
    }
    for (const path of atHost) expect(existsSync(join(root, path)), path).toBe(true);
    expect(atHost).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'docs/format.md', 'bench/README.md', 'test/support/readSlabFile.ts']),
    );
    expect(files.get('docs/guide.md')).toContain('](format.md');
    expectOriginals();
  });

  it('all links of the README of slabtree-cli lead to its host', () => {
    setAddress(github);
    npm('pack', './cli', '--pack-destination', out);
    const links = linksOf(packed().get('README.md') ?? '');
    expect(links).toContain('https://github.com/someone/boxes/blob/HEAD/docs/command-line.md');
    expect(links.filter((link) => !link.startsWith('https://github.com/someone/boxes/'))).toEqual([]);
    expectOriginals();
  });

  it('after a failed pack, changes to a document are not lost, and npm run postpack restores all documents', () => {
    setAddress(github);
    // npm fails after it has run prepack.
    expect(() => pack(join(copy, 'no such folder'))).toThrow(/ENOENT/);
    for (const path of ['README.md', 'docs/performance.md']) {
      const text = ofCopy(path);
      expect(text).toContain('https://github.com/someone/boxes/blob/HEAD/bench/README.md');
      writeFileSync(join(copy, path), `${text}More.\n`);
      expect(() => prepack()).toThrow(`${path} has changed since it was packed`);
      expect(ofCopy(path)).toBe(`${text}More.\n`);
      writeFileSync(join(copy, path), text);
    }
    npm('run', 'postpack');
    expectOriginals();
  });

  it('after a failed pack, the next pack restores the documents', () => {
    setAddress(github);
    prepack();
    expect(ofCopy('README.md')).not.toBe(original('README.md'));
    pack();
    expect(packed().get('README.md')).toContain('https://github.com/someone/boxes/blob/HEAD/CHANGELOG.md');
    expectOriginals();
  });

  it.each(['README.md', 'docs/performance.md'])(
    'npm pack stops if %s has a link to a missing file, and changes no document',
    (path) => {
      setAddress(github);
      writeFileSync(join(copy, path), '[gone](gone.md)');
      try {
        expect(() => pack()).toThrow(`${path} has a link to gone.md, but there is no such file`);
        expect(ofCopy(path)).toBe('[gone](gone.md)');
      } finally {
        writeFileSync(join(copy, path), original(path));
      }
      expectOriginals();
    },
  );

  it('npm publish stops if the host is not known', () => {
    setAddress('https://example.com/boxes.git');
    expect(() => npm('publish', '--dry-run')).toThrow(/"https:\/\/example\.com\/boxes\.git", a host that is not known/);
  });
});

describe('a release of slabtree-cli', () => {
  const script = (name: string, env = process.env) =>
    execFileSync('node', ['--import', 'tsx', `publish/${name}.ts`], { cwd: copy, env, encoding: 'utf8' });
  const cliManifest = () =>
    JSON.parse(ofCopy('cli/package.json')) as { version: string; peerDependencies: Readonly<Record<string, string>> };

  it('slabtree-cli gets the version of slabtree, and needs exactly this one', () => {
    writeFileSync(
      join(copy, 'package.json'),
      JSON.stringify({ ...JSON.parse(ofCopy('package.json')), version: '3.2.1' }),
    );
    script('sameVersion');
    expect(cliManifest().version).toBe('3.2.1');
    expect(cliManifest().peerDependencies.slabtree).toBe('3.2.1');
  });

  it('the manifest of slabtree-cli stays as it is if its version is right', () => {
    cpSync(join(root, 'cli/package.json'), join(copy, 'cli/package.json'));
    script('sameVersion');
    expect(ofCopy('cli/package.json')).toBe(original('cli/package.json'));
  });

  it.each([
    ['is published if npm does not have it', '', ['view slabtree-cli@VERSION version', 'publish ./cli']],
    ['is not published again', 'VERSION', ['view slabtree-cli@VERSION version']],
  ])('a version of slabtree-cli %s', (_, answer, expected) => {
    const { version } = cliManifest();
    const withVersion = (text: string) => text.replace('VERSION', version);
    // In place of npm, a program that writes down how it is called.
    const bin = mkdtempSync(join(copy, 'bin-'));
    const calls = join(bin, 'calls');
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$*" >> ${calls}\necho "${withVersion(answer)}"\n`, {
      mode: 0o755,
    });
    script('publishCommandLine', { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` });
    expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual(expected.map(withVersion));
  });
});
