import { Box3, type Mesh, type Sphere } from 'three';
import { withFields } from '../elements/intersectElements';
import { isFilled } from '../math';
import { GeometrySource } from './geometrySource';

/** A mesh with its own bounds. three.js computes a missing bounding sphere, but tests a bounding box only if it exists. */
interface BoundedMesh extends Mesh {
  readonly boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
  computeBoundingBox(): void;
  computeBoundingSphere(): void;
}

const aroundSphere = /* @__PURE__ */ new Box3();

/**
 * The source of a SkinnedMesh. Its box has the bounds that three.js tests before the triangles: the mesh's own box, or else the
 * box around its sphere. Never sets the mesh's box: three.js would then test that box, but the application may update only the
 * sphere.
 */
export class SkinnedSource extends GeometrySource<BoundedMesh> {
  override get isGeometryBox(): boolean {
    return false;
  }

  override boundsAt(): Box3 {
    return this.posed?.box ?? this.object.boundingBox ?? boxAroundSphere(this.object);
  }
}

/** Returns the box around the bounding sphere of a mesh. The result is valid until the next call. */
function boxAroundSphere(mesh: BoundedMesh): Box3 {
  // Bounds are computed on a second object that inherits from the mesh, so that the mesh does not change even if three.js throws.
  const unbounded = withFields(mesh, { boundingBox: null, boundingSphere: null });
  if (mesh.boundingSphere === null) {
    unbounded.computeBoundingSphere();
    mesh.boundingSphere = unbounded.boundingSphere;
  }
  mesh.boundingSphere?.getBoundingBox(aroundSphere);
  if (isFilled(aroundSphere) || aroundSphere.isEmpty()) return aroundSphere;
  // If a mesh has an infinite sphere, three.js tests every triangle. Its box is then computed from the vertices.
  unbounded.computeBoundingBox();
  return unbounded.boundingBox ?? aroundSphere;
}
