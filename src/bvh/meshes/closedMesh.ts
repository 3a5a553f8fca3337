/**
 * Returns whether each edge of a mesh has as many triangles one way as the other, so that the triangles enclose volumes.
 *
 * Vertices are at one position if their numbers are equal, whatever the index is: exporters repeat vertices along seams. 0 and -0 are
 * equal numbers. Equal corners stay equal wherever a matrix places them, so an instance is closed if its mesh is.
 *
 * Two equal corners of a triangle are no edge. The other two edges of the triangle then are one edge both ways.
 *
 * @param positions three finite numbers a vertex.
 * @param index three vertices a triangle, or null if every three vertices are a triangle.
 */
export function isClosedMesh(positions: Float32Array | Float64Array, index: Uint16Array | Uint32Array | null): boolean {
  const firsts = firstEqualVertices(positions);
  const count = firsts.length;
  const corners = index === null ? firsts : new Uint32Array(index);
  if (index !== null) for (let i = 0; i < corners.length; i++) corners[i] = firsts[corners[i]];
  // A counting sort of the edges by their smaller end: after it, the edges of an end begin at `begins[end]`.
  const begins = new Uint32Array(count + 1);
  for (let i = 0; i < corners.length; i++) begins[Math.min(corners[i], corners[nextCorner(i)])]++;
  for (let end = 1; end <= count; end++) begins[end] += begins[end - 1];
  // The larger end of each edge. Inverted if the edge comes from there.
  const others = new Int32Array(corners.length);
  for (let i = 0; i < corners.length; i++) {
    const from = corners[i];
    const to = corners[nextCorner(i)];
    if (from < to) others[--begins[from]] = to;
    else others[--begins[to]] = ~from;
  }
  // How many more edges go from the present smaller end to each larger end than come back.
  const balances = new Int32Array(count);
  for (let end = 0; end < count; end++) {
    for (let i = begins[end]; i < begins[end + 1]; i++) {
      if (others[i] >= 0) balances[others[i]]++;
      else if (others[i] !== ~end) balances[~others[i]]--;
    }
    for (let i = begins[end]; i < begins[end + 1]; i++) {
      if (balances[Math.max(others[i], ~others[i])] !== 0) return false;
    }
  }
  return true;
}

/** Returns the corner that follows in the same triangle. */
function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** The numbers of a position, and their bits. */
const position = /* @__PURE__ */ new Float64Array(3);
const bits = /* @__PURE__ */ new Int32Array(position.buffer);

/** Returns the first vertex at the position of each vertex, by a hash table with open addressing. */
function firstEqualVertices(positions: Float32Array | Float64Array): Uint32Array {
  const firsts = new Uint32Array(positions.length / 3);
  // A power of two, of which at most three quarters are filled. 0 is a free place, so vertices count from 1.
  let size = 4;
  while (size * 3 < firsts.length * 4) size *= 2;
  const places = new Uint32Array(size);
  for (let vertex = 0; vertex < firsts.length; vertex++) {
    // Adding 0 turns -0 into 0.
    const x = (position[0] = positions[3 * vertex] + 0);
    const y = (position[1] = positions[3 * vertex + 1] + 0);
    const z = (position[2] = positions[3 * vertex + 2] + 0);
    let place = hashOfBits() & (size - 1);
    let at = 3 * places[place] - 3;
    while (at >= 0 && !(positions[at] === x && positions[at + 1] === y && positions[at + 2] === z)) {
      place = (place + 1) & (size - 1);
      at = 3 * places[place] - 3;
    }
    if (at < 0) places[place] = vertex + 1;
    firsts[vertex] = places[place] - 1;
  }
  return firsts;
}

/** Returns a hash in which each bit depends on all {@link bits}: round numbers differ only in their upper bits. */
function hashOfBits(): number {
  let hash = 0;
  for (let i = 0; i < 6; i++) {
    hash = Math.imul(hash ^ bits[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
