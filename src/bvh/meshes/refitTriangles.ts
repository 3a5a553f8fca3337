import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { areaOfSlot } from '../tree/areas';
import type { MeshTree } from '../tree/meshTree';
import { writeTriangleBounds } from './triangleReferences';

/** The type of a function that refits the tree of a mesh: see {@link refitTriangles}. */
export type TriangleRefit = (mesh: MeshTree) => number;

const reference = /* @__PURE__ */ new Float32Array(REFERENCE_WORDS);

/**
 * Fits all bounds in the tree of a mesh to the present triangles. Goes from the last node to the first, because in a
 * packed tree children come after their parents.
 *
 * @returns the sum of half the surface areas of all slots.
 */
export const refitTriangles: TriangleRefit = (mesh) => {
  const { nodes, corners } = mesh;
  const { origin } = mesh.measure;
  const { int32 } = nodes;
  let areas = 0;
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child >= 0) nodes.fit(slot, child);
      else {
        writeTriangleBounds(corners, origin, ~child, reference, 0);
        nodes.setBounds(slot, reference, 0);
        for (let i = 1; i < int32[slot + CONTENT]; i++) {
          writeTriangleBounds(corners, origin, ~child + i, reference, 0);
          nodes.widen(slot, reference);
        }
      }
      areas += areaOfSlot(nodes, slot);
    }
  }
  return areas;
};
