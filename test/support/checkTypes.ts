import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/** What TypeScript projects of every kind find in a packed package: its entry points with types, and the problems. */
export async function checkTypes(tarball: string) {
  const found = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!found.types) throw new Error(`${tarball} has no types`);
  return { entrypoints: Object.keys(found.entrypoints), problems: found.problems };
}
