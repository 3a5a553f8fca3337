import { fstatSync, type Stats, statSync } from 'node:fs';

/** Returns the stats of an open file descriptor. */
export function descriptorStats(fd: number): Stats {
  const stats = fstatSync(fd);
  // If the last stats that Node has read are those of a pipe, it imports a package by a link, as pnpm makes them, without following
  // the link, and does not find what the package itself imports: https://github.com/nodejs/node/issues/51142. So a folder's are last.
  statSync('/');
  return stats;
}
