import { importNode } from './importNode';

/** How many threads this machine runs at once. */
export async function hardwareThreads(): Promise<number> {
  const navigator = (globalThis as { navigator?: { hardwareConcurrency?: number } }).navigator;
  if (navigator?.hardwareConcurrency !== undefined) return navigator.hardwareConcurrency;
  const { availableParallelism } = await importNode('os');
  return availableParallelism();
}

/** The most threads by default. Rays and builds wait for memory, and more threads rarely have enough of its bandwidth. */
const MOST_THREADS = 16;

/** How many threads to start by default. */
export async function defaultThreads(): Promise<number> {
  return Math.min(await hardwareThreads(), MOST_THREADS);
}
