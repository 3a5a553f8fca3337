// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./hostedGitInfo.d.ts" />
import { readFileSync } from 'node:fs';
import hostedGitInfo, { type GitHost } from 'hosted-git-info';

interface Manifest {
  repository?: string | { url: string };
}

/**
 * Where the project is hosted, as `repository` in package.json says; null where that is not set.
 *
 * @throws Error where it names no host that is known.
 */
export function projectAddress(): GitHost | null {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  if (repository === undefined) return null;
  const url = typeof repository === 'string' ? repository : repository.url;
  const host = hostedGitInfo.fromUrl(url);
  if (host !== undefined) return host;
  throw new Error(
    `repository in package.json is ${JSON.stringify(url)}, of which nobody knows where its files are shown: ` +
      'give an address at GitHub, GitLab, Bitbucket or SourceHut, like git+https://github.com/OWNER/PROJECT.git',
  );
}
