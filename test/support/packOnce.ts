import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { packAndInstall } from './installPackage';

/** Runs once, before all files: packs the built packages, and installs them. */
export default function packOnce(project: TestProject): () => void {
  const installed = packAndInstall();
  project.provide('installed', installed);
  return () => {
    rmSync(installed.folder, { recursive: true, force: true });
  };
}
