import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Workflow {
  jobs: Record<
    string,
    { strategy?: { matrix: { node: string[] } }; needs?: string; uses?: string; steps?: { run?: string }[] }
  >;
}

const folder = '.github/workflows';
const workflows = new Map(
  readdirSync(join(root, folder)).map((name) => [name, parse(read(join(folder, name))) as Workflow]),
);
const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

function stepsOf(name: string): string[] {
  return Object.values(workflows.get(name)?.jobs ?? {}).flatMap(({ steps = [] }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
}

/** The scripts of package.json that a shell text runs. */
function scriptsIn(text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run )?(test\b[\w:-]*|(?<=run )[\w:-]+)/g)].map(([, script]) => script);
}

describe('the workflows for a public host', () => {
  it.each([...workflows.keys()])('%s runs only scripts that package.json has', (name) => {
    const names = scriptsIn(read(join(folder, name)));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((each) => !(each in scripts))).toEqual([]);
  });

  it('test.yml runs every script that .ci/run runs', () => {
    const wanted = scriptsIn(read('.ci/run'));
    expect(wanted).toEqual(expect.arrayContaining(['test', 'check', 'test:engines', 'test:cluster']));
    expect(scriptsIn(stepsOf('test.yml').join('\n'))).toEqual(expect.arrayContaining(wanted));
  });

  it('release.yml publishes the package and the site only after test.yml has passed', () => {
    const { test, ...others } = workflows.get('release.yml')?.jobs ?? {};
    expect(test.uses).toBe('./.github/workflows/test.yml');
    expect(Object.keys(others).sort()).toEqual(['release', 'site']);
    for (const { needs } of Object.values(others)) expect(needs).toBe('test');
  });

  it('test.yml runs npm test on the oldest Node that the package takes, and on the newest', () => {
    const versions = workflows.get('test.yml')?.jobs.test.strategy?.matrix.node ?? [];
    expect(versions.map((version) => Math.floor(Number(version)))).toEqual([20, 22, 24, 26]);
    expect(engines.node).toBe('>=20');
  });
});
