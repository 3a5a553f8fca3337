import type { Vec3 } from 'slabtree';

/** Named values in two columns, one value per line. */
export function answerText(values: Record<string, string | number>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}

/** A vector as options take it: `1,-2.5,3`. */
export function vec3Text({ x, y, z }: Vec3): string {
  return `${x},${y},${z}`;
}
