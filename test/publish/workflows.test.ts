import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Workflow {
  jobs: Record<
    string,
    {
      strategy?: { matrix: { node: string[] } };
      needs?: string;
      uses?: string;
      steps?: { run?: string; env?: Record<string, string> }[];
    }
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

/** The projects of vitest that a shell text runs. */
function projectsIn(text: string): string[] {
  return [...text.matchAll(/--project ['"]?([\w*-]+)/g)].map(([, project]) => project);
}

describe('the workflows for a public host', () => {
  it.each([...workflows.keys()])('%s runs only scripts that package.json has', (name) => {
    const names = scriptsIn(read(join(folder, name)));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((each) => !(each in scripts))).toEqual([]);
  });

  it('test.yml runs a script for each project of vitest that .ci/run runs', () => {
    const ci = read('.ci/run');
    const wanted = projectsIn([ci, ...scriptsIn(ci).map((name) => scripts[name])].join('\n'));
    expect(wanted).toEqual(expect.arrayContaining(['built', 'three-*', 'package', 'engines', 'cluster', 'site']));
    const run = scriptsIn(stepsOf('test.yml').join('\n'));
    expect(run).toContain('check');
    expect(run.flatMap((name) => projectsIn(scripts[name]))).toEqual(expect.arrayContaining(wanted));
  });

  it('nightly.yml searches with more than 100 inputs, for which vitest.config.ts draws and prints a new seed', () => {
    const [{ env }] = (workflows.get('nightly.yml')?.jobs.search.steps ?? []).filter(
      ({ run }) => run === 'npm run test:long',
    );
    expect(Number(env?.SLABTREE_RUNS)).toBeGreaterThan(100);
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
