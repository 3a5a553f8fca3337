import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import hostedGitInfo from 'hosted-git-info';
import { expect, it } from 'vitest';
import { withSourceLink } from '../../examples/site/sourceLink';
import { exampleNames } from '../browser/support/exampleNames';

const host = hostedGitInfo.fromUrl('git+https://github.com/someone/boxes.git');

it.each(exampleNames)('the page of an example links to its source at the host of the project: %s', (name) => {
  if (host === undefined) throw new Error('GitHub is a host');
  const page = readFileSync(resolve(import.meta.dirname, `../../examples/${name}/index.html`), 'utf8');
  const linked = withSourceLink(page, `/${name}/index.html`, host);
  expect(linked).toContain(`<a href="https://github.com/someone/boxes/tree/HEAD/examples/${name}">`);
});
