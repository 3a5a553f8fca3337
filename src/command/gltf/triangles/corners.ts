/** The modes of primitives that are triangles, by their codes in glTF. */
export const LIST = 4;
export const STRIP = 5;
export const FAN = 6;

/**
 * Three vertices for each triangle of a strip, in the order of the specification (glTF 2.0, section 3.7.2.1): `u` and `v` of a
 * hit depend on it. Every second one goes round the other way, so that all fronts are on one side.
 */
export function cornersOfStrip(vertices: Uint32Array): Uint32Array {
  return cornersBetween(vertices, (at) => [at, at + 1 + (at % 2), at + 2 - (at % 2)]);
}

/** Three vertices for each triangle of a fan. */
export function cornersOfFan(vertices: Uint32Array): Uint32Array {
  return cornersBetween(vertices, (at) => [at + 1, at + 2, 0]);
}

/** Triangles that have a vertex twice only lead a strip on, so they are left out. */
function cornersBetween(vertices: Uint32Array, placesAt: (at: number) => [number, number, number]): Uint32Array {
  const corners = new Uint32Array(3 * Math.max(0, vertices.length - 2));
  let end = 0;
  for (let at = 0; at + 2 < vertices.length; at++) {
    const [i, j, k] = placesAt(at);
    const [a, b, c] = [vertices[i], vertices[j], vertices[k]];
    if (a === b || b === c || c === a) continue;
    corners[end++] = a;
    corners[end++] = b;
    corners[end++] = c;
  }
  return corners.slice(0, end);
}
