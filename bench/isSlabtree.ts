/** Whether a contender is slabtree, in any of its modes, and not a peer. */
export function isSlabtree(contender: string): boolean {
  return contender.startsWith('slabtree');
}
