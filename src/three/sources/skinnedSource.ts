import { Box3, type Mesh, type Sphere } from 'three';
import { withFields } from '../elements/intersectElements';
import { isFilled } from '../math';
import { GeometrySource } from './geometrySource';

/** A mesh with its own bounds. three.js computes a missing sphere, but only tests a box that exists. */
interface BoundedMesh extends Mesh {
  readonly boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
  computeBoundingBox(): void;
  computeBoundingSphere(): void;
}

const aroundSphere = /* @__PURE__ */ new Box3();

/**
 * A SkinnedMesh. Its box has the bounds that three.js tests before the triangles: the mesh's own box, or else the box around its
 * sphere. Never sets the mesh's box: three.js would then test it, but the application may update only the sphere.
 */
export class SkinnedSource extends GeometrySource<BoundedMesh> {
  override get isGeometryBox(): boolean {
    return false;
  }

  override boundsAt(): Box3 {
    return this.posed?.box ?? this.object.boundingBox ?? boxAroundSphere(this.object);
  }
}

/** Returns the box around the sphere of a mesh. Valid until the next call. */
function boxAroundSphere(mesh: BoundedMesh): Box3 {
  // Bounds are computed on this object, so that the mesh does not change even if three.js throws.
  const unbounded = withFields(mesh, { boundingBox: null, boundingSphere: null });
  if (mesh.boundingSphere === null) {
    unbounded.computeBoundingSphere();
    mesh.boundingSphere = unbounded.boundingSphere;
  }
  mesh.boundingSphere?.getBoundingBox(aroundSphere);
  if (isFilled(aroundSphere) || aroundSphere.isEmpty()) return aroundSphere;
  // With an infinite sphere, three.js tests every triangle.
  unbounded.computeBoundingBox();
  return unbounded.boundingBox ?? aroundSphere;
}
