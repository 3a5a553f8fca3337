import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packAndInstall } from './installPackage';

/** Runs once, before all files: packs the built package, and installs it. */
export default function packOnce(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  const [tarball] = packAndInstall(folder, resolve(import.meta.dirname, '../..'));
  project.provide('installed', { folder, tarball });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
