import { whyNoSharedMemory } from '../../scene/threads/whyNoThreads';

/** Returns why threads cannot read the tiles in memory, and what to do about it. */
export function whyAlone(): string {
  return whyNoSharedMemory() ?? 'there is no memory that threads can share';
}
