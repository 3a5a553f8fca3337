/** Whether a contender is slabtree, in one of its modes, and not one of its peers. */
export function isSlabtree(contender: string): boolean {
  return contender.startsWith('slabtree');
}
