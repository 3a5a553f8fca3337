/** Returns the maxmemory-policy in an answer of Redis to INFO. Empty if the answer has none. */
export function evictionPolicyIn(info: string): string {
  return /^maxmemory_policy:(.*?)\r?$/m.exec(info)?.[1] ?? '';
}

/** Returns why a maxmemory-policy of Redis loses blocks, and the remedy. Null if it does not, or is unknown. */
export function evictionProblemOf(policy: string): string | null {
  if (policy === 'noeviction' || policy === '') return null;
  return `the maxmemory-policy of Redis is ${policy}, so it may remove blocks: CONFIG SET maxmemory-policy noeviction`;
}
