/**
 * What the bounds of four slots tell, one lane each: see bvh/slots/boundsOverlap.ts. In each argument, all bits of a
 * lane are set, or none.
 */
export function boundsOverlap(isMet: v128, isHeld: v128): v128 {
  return i32x4.sub(v128.not(isMet), v128.and(isMet, isHeld));
}
