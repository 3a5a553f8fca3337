import { Box3, type Mesh, type Sphere } from 'three';
import { inheriting } from '../inheriting';
import { isFilled } from './boundingBox';
import { GeometrySource } from './geometrySource';

/** The bounds of a SkinnedMesh. three.js computes the sphere where it is missing, and tests the box only if there is one. */
interface BoundedMesh extends Mesh {
  readonly boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
  computeBoundingBox(): void;
  computeBoundingSphere(): void;
}

const around = /* @__PURE__ */ new Box3();

/**
 * A SkinnedMesh, with the bounds that three.js tests before its triangles: its own box, or else the one around its sphere. Never
 * computes the box for the mesh: three.js would then test it too, and the application may keep only the sphere up to date.
 */
export class SkinnedSource extends GeometrySource<BoundedMesh> {
  override get isGeometryBox(): boolean {
    return false;
  }

  override boundsAt(): Box3 {
    return this.posed?.box ?? this.object.boundingBox ?? boxAroundSphere(this.object);
  }
}

/** Valid until the next call. */
function boxAroundSphere(mesh: BoundedMesh): Box3 {
  // To compute bounds on a placeholder leaves those of the mesh as they are, also if that throws.
  const standIn = inheriting(mesh, { boundingBox: null, boundingSphere: null });
  if (mesh.boundingSphere === null) {
    standIn.computeBoundingSphere();
    mesh.boundingSphere = standIn.boundingSphere;
  }
  mesh.boundingSphere?.getBoundingBox(around);
  if (isFilled(around) || around.isEmpty()) return around;
  // If the sphere has no end, three.js tests every triangle.
  standIn.computeBoundingBox();
  return standIn.boundingBox ?? around;
}
