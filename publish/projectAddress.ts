// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./hostedGitInfo.d.ts" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import hostedGitInfo, { type GitHost } from 'hosted-git-info';

interface Manifest {
  repository?: string | { url: string };
}

/**
 * The host of the project, from `repository` in package.json. Null if that is not set.
 *
 * @param root the folder of the project.
 * @throws Error if the host is not known.
 */
export function projectAddress(root = '.'): GitHost | null {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  if (repository === undefined) return null;
  const url = typeof repository === 'string' ? repository : repository.url;
  const host = hostedGitInfo.fromUrl(url);
  if (host !== undefined) return host;
  throw new Error(
    `repository in package.json is ${JSON.stringify(url)}, a host that is not known: ` +
      'give an address at GitHub, GitLab, Bitbucket or SourceHut, like git+https://github.com/mrdoob/three.js.git',
  );
}
