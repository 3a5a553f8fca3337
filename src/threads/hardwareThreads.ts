import { importNode } from './importNode';

/** How many threads this machine runs at once. */
export async function hardwareThreads(): Promise<number> {
  const navigator = (globalThis as { navigator?: { hardwareConcurrency?: number } }).navigator;
  if (navigator?.hardwareConcurrency !== undefined) return navigator.hardwareConcurrency;
  const { availableParallelism } = await importNode('os');
  return availableParallelism();
}
