/** "1 shape", "3 shapes". */
export function countShapes({ length }: { length: number }): string {
  return length === 1 ? '1 shape' : `${length} shapes`;
}
