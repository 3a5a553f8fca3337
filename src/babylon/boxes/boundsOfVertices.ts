import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';

/** min x y z, max x y z. */
type Bounds = readonly [number, number, number, number, number, number];

/** The bounds of buffers whose content never changes. */
const known = new WeakMap<VertexBuffer, Bounds>();

/**
 * Returns the bounds of the positions of a geometry. Null if they may change without notice, in an updatable buffer, or are not in memory.
 *
 * `Geometry.extend` need not contain the positions: a file or a `boundingBias` may have other bounds, and `updateVerticesData` keeps the
 * old ones.
 */
export function boundsOfVertices(geometry: Geometry): Bounds | null {
  const buffer = geometry.getVertexBuffer(VertexBuffer.PositionKind);
  if (buffer === null || buffer.isUpdatable()) return null;
  const bounds = known.get(buffer);
  if (bounds !== undefined) return bounds;
  const positions = geometry.getVerticesData(VertexBuffer.PositionKind);
  if (positions === null) return null;
  const computed = boundsOf(positions);
  known.set(buffer, computed);
  return computed;
}

function boundsOf(positions: ArrayLike<number>): Bounds {
  let [lowX, lowY, lowZ, highX, highY, highZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    lowX = Math.min(lowX, positions[i]);
    lowY = Math.min(lowY, positions[i + 1]);
    lowZ = Math.min(lowZ, positions[i + 2]);
    highX = Math.max(highX, positions[i]);
    highY = Math.max(highY, positions[i + 1]);
    highZ = Math.max(highZ, positions[i + 2]);
  }
  return [lowX, lowY, lowZ, highX, highY, highZ];
}
