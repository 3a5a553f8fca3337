import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { type Backend, BoxScene } from 'slabtree';

/** Where a result is from. Only results of one origin can be compared. */
export interface Origin {
  /** ISO 8601, without a time. */
  readonly date: string;
  readonly machine: string;
  /** Version, without a `v`. */
  readonly node: string;
  /** The backend of slabtree, unless the name of a contender says another. */
  readonly backend: Backend;
  /** The version of slabtree and of each peer, by the name of the package. */
  readonly versions: Readonly<Record<string, string>>;
}

const peers = [
  'three',
  'three-mesh-bvh',
  'bvh.js',
  '@dimforge/rapier3d-simd-compat',
  'box-intersect',
  '@babylonjs/core',
] as const;

/** Returns the origin of results that are measured here and now. */
export function readOrigin(): Origin {
  const model = cpus().at(0)?.model.trim() ?? 'unknown processor';
  const root = resolve(import.meta.dirname, '..');
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()}-core ${process.arch} (${model})`,
    node: process.versions.node,
    backend: new BoxScene().backend,
    versions: {
      slabtree: versionIn(root),
      ...Object.fromEntries(peers.map((name) => [name, versionIn(resolve(root, 'node_modules', name))] as const)),
    },
  };
}

function versionIn(folder: string): string {
  const { version } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The heading above tables of one run. */
export function formatHeading({ date, machine, node, backend }: Origin): string {
  return `${date}, ${machine}, Node ${node}, slabtree's backend '${backend}'. Median of all passes (best in brackets).\n`;
}
