import { importNode } from './importNode';

/** How many threads run at once on this machine. */
export async function hardwareThreads(): Promise<number> {
  const navigator = (globalThis as { navigator?: { hardwareConcurrency?: number } }).navigator;
  if (navigator?.hardwareConcurrency !== undefined) return navigator.hardwareConcurrency;
  const { availableParallelism } = await importNode('os');
  return availableParallelism();
}
