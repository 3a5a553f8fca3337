import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import type { MeshNumbers } from './shapes';

/** How a geometry of three.js holds a mesh: most have an index, an STL file has none, and glTF may mix positions with normals and uv. */
export type Form = 'indexed' | 'not indexed' | 'interleaved';

/** Position, normal and uv. */
const STRIDE = 8;
/** Meshes of no more vertices have an index of 16 bits. */
const MOST_VERTICES_OF_16_BITS = 65_535;

/** Returns a mesh whose geometry is new, and has the sphere that three.js computes to draw it. Its triangles have two sides. */
export function meshOf({ positions, index }: MeshNumbers, form: Form = 'indexed'): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    form === 'interleaved' ? interleave(positions) : new BufferAttribute(positions.slice(), 3),
  );
  const isShort = positions.length / 3 <= MOST_VERTICES_OF_16_BITS;
  geometry.setIndex(new BufferAttribute(isShort ? Uint16Array.from(index) : index.slice(), 1));
  const drawn = form === 'not indexed' ? geometry.toNonIndexed() : geometry;
  drawn.computeBoundingSphere();
  return new Mesh(drawn, new MeshBasicMaterial({ side: DoubleSide }));
}

function interleave(positions: Float32Array): InterleavedBufferAttribute {
  const numbers = new Float32Array((positions.length / 3) * STRIDE);
  for (let from = 0, to = 0; from < positions.length; from += 3, to += STRIDE) {
    numbers[to] = positions[from];
    numbers[to + 1] = positions[from + 1];
    numbers[to + 2] = positions[from + 2];
  }
  return new InterleavedBufferAttribute(new InterleavedBuffer(numbers, STRIDE), 3, 0);
}
