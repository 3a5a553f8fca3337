import type { Aabb } from 'slabtree';
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';

/** The corners at the ends of each edge. Bits 0, 1 and 2 of a corner choose the upper x, y and z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** The bounds of the tiles that are in memory. */
export class TileOutlines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.6 }));
    // They are around the camera.
    this.frustumCulled = false;
  }

  show(tiles: readonly Aabb[]): void {
    const points = tiles.flatMap(({ min, max }) =>
      EDGES.flatMap((corner) => [corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z]),
    );
    this.geometry.dispose();
    this.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
  }
}
