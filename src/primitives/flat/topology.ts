/** The edges and faces of a core: numbers of vertices. */
interface Topology {
  /** Two vertices an edge. A point has an edge from its vertex to itself. */
  readonly edges: readonly number[];
  /** Three vertices a triangle: a face of a parallelepiped is two triangles. */
  readonly triangles: readonly number[];
}

const POINT: Topology = { edges: [0, 0], triangles: [] };
const SEGMENT: Topology = { edges: [0, 1], triangles: [] };
const TRIANGLE: Topology = { edges: [0, 1, 1, 2, 2, 0], triangles: [0, 1, 2] };
/** Bit k of a vertex's number says whether the vertex is at the maximum of axis k. */
const BOX: Topology = {
  edges: [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7],
  triangles: [
    ...[0, 2, 4, 6, 4, 2, 1, 3, 5, 7, 5, 3],
    ...[0, 1, 4, 5, 4, 1, 2, 3, 6, 7, 6, 3],
    ...[0, 1, 2, 3, 2, 1, 4, 5, 6, 7, 6, 5],
  ],
};

/** The topology of each core, by the number of the core: see convexShape.ts. */
export const TOPOLOGIES: readonly Topology[] = [POINT, SEGMENT, TRIANGLE, BOX];
