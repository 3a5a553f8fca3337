import { Box3, type LOD, type Object3D } from 'three';
import { SingleSource } from './singleSource';

const nothing = /* @__PURE__ */ new Box3();

export interface LodObject extends Object3D {
  readonly levels: LOD['levels'];
}

/**
 * A LOD, whose raycast asks one of its levels, whatever the layers of that. It has no box: a ray that meets the box of a level asks
 * the objects above, too. Where a ray on the LOD's layers may not meet that box, every ray asks the LOD.
 */
export class LodSource extends SingleSource<LodObject> {
  boundsAt(): Box3 {
    return nothing;
  }

  /** Infinity if a level is on fewer layers, or elsewhere in the graph; otherwise -Infinity. */
  reach(): number {
    const { object: lod } = this;
    const { mask } = lod.layers;
    const isApart = lod.levels.some(({ object }) => object.parent !== lod || (mask & ~object.layers.mask) !== 0);
    return isApart ? Infinity : -Infinity;
  }
}
