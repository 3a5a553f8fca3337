import {
  type Bone,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Matrix4,
  Mesh,
  type Object3D,
  type Skeleton,
  SkinnedMesh,
  Sphere,
} from 'three';
import { versionOf } from '../meshes/geometryMeshes';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { attributeNumbers } from './attributeNumbers';
import { bendVertices, morphVertices } from './poseVertices';

/** A mesh whose vertices are placed by bones, by morph targets, or by both. Only a SkinnedMesh has what follows. */
export interface PosableMesh extends Mesh {
  readonly skeleton?: Skeleton;
  readonly bindMatrix: Matrix4;
  readonly bindMatrixInverse: Matrix4;
  boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
}

const identity = /* @__PURE__ */ new Matrix4();

/** Whether three.js's own code places the vertices of an object, by bones or morph targets. */
export function isPosable(object: Object3D): object is PosableMesh {
  const { geometry, skeleton, morphTargetInfluences, getVertexPosition } = object as Partial<PosableMesh>;
  const { prototype } = skeleton === undefined ? Mesh : SkinnedMesh;
  if (geometry === undefined || getVertexPosition !== prototype.getVertexPosition) return false;
  const { attributes, morphAttributes } = geometry;
  return skeleton === undefined
    ? morphTargetInfluences !== undefined && 'position' in morphAttributes
    : 'skinIndex' in attributes && 'skinWeight' in attributes;
}

/** A mesh as its bones and morph targets placed its vertices when it was last posed. */
export class Pose {
  /** The geometry of the mesh, with the vertices that `getVertexPosition` gives, to the last bit. */
  readonly geometry = new BufferGeometry();
  /** The box around them. */
  readonly box = new Box3();
  readonly #object: PosableMesh;
  #position = new BufferAttribute(new Float64Array(0), 3);
  /** The attributes that the vertices depend on, and the version of each. */
  #attributes: readonly unknown[] = [];
  /** The numbers of the attributes: the vertices, then those of each morph target. */
  #vertices: readonly Float64Array[] = [];
  #bones = new Uint32Array(0);
  #weights = new Float64Array(0);
  /** See {@link stateOf}. */
  #state: Float64Array = new Float64Array(0);

  constructor(object: PosableMesh) {
    this.#object = object;
  }

  /** Computes the vertices, and the bounds of a SkinnedMesh, unless nothing has changed. */
  update(): void {
    const { geometry, skeleton, morphTargetInfluences } = this.#object;
    const { position, skinIndex, skinWeight } = geometry.attributes;
    const vertices = [position, ...((morphTargetInfluences && geometry.morphAttributes.position) ?? [])];
    const attributes = skeleton === undefined ? vertices : [...vertices, skinIndex, skinWeight];
    const versions = [...attributes, ...attributes.map(versionOf)];
    const state = stateOf(this.#object);
    const isRead = isSame(versions, this.#attributes);
    if (!isRead) {
      this.#attributes = versions;
      const { count } = position;
      this.#vertices = vertices.map((attribute) => attributeNumbers(attribute, 3, new Float64Array(3 * count)));
      if (skeleton !== undefined) {
        this.#bones = attributeNumbers(skinIndex, 4, new Uint32Array(4 * count));
        this.#weights = attributeNumbers(skinWeight, 4, new Float64Array(4 * count));
      }
      this.#position = new BufferAttribute(new Float64Array(3 * count), 3);
    }
    const { index, groups, drawRange } = geometry;
    Object.assign(this.geometry, {
      index,
      groups,
      drawRange,
      attributes: { ...geometry.attributes, position: this.#position },
    });
    if (isRead && isSame(state, this.#state)) return;
    this.#state = state;
    this.#compute();
    this.#position.needsUpdate = true;
  }

  /** What three.js would go through for a ray if vertices cost it nothing. */
  place(): PlacedGeometry {
    const object = this.#object;
    const { geometry, skeleton, material, matrixWorld } = object;
    if (skeleton === undefined) {
      if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
      const { boundingBox, boundingSphere } = geometry;
      Object.assign(this.geometry, { boundingBox, boundingSphere });
    } else {
      object.boundingSphere ??= this.box.getBoundingSphere(new Sphere());
    }
    return { geometry: this.geometry, material, matrixWorld, skinned: skeleton && object };
  }

  #compute(): void {
    const object = this.#object;
    const { geometry, skeleton, morphTargetInfluences = [] } = object;
    const [vertices, ...targets] = this.#vertices;
    const posed = this.#position.array as Float64Array;
    posed.set(vertices);
    if (targets.length > 0) morphVertices(posed, targets, morphTargetInfluences, geometry.morphTargetsRelative);
    if (skeleton !== undefined) bendVertices(posed, this.#bones, this.#weights, this.#state);
    this.box.setFromArray(posed);
    if (skeleton !== undefined) {
      (object.boundingBox ??= new Box3()).copy(this.box);
      this.box.getBoundingSphere((object.boundingSphere ??= new Sphere()));
    }
  }
}

/** What the vertices depend on besides attributes: the bind matrix, its inverse, the matrices of the bones, and morph targets. */
function stateOf({
  skeleton,
  bindMatrix,
  bindMatrixInverse,
  geometry,
  morphTargetInfluences = [],
}: PosableMesh): Float64Array {
  const matrices: Matrix4[] = [];
  if (skeleton !== undefined) {
    const bones: readonly (Bone | undefined)[] = skeleton.bones;
    // The renderer, too, takes a missing bone as one that has not moved.
    const place = (bone: Bone | undefined, i: number) =>
      new Matrix4().multiplyMatrices(bone?.matrixWorld ?? identity, skeleton.boneInverses[i]);
    matrices.push(bindMatrix, bindMatrixInverse, ...Array.from(bones, place));
  }
  const numbers = matrices.flatMap(({ elements }) => elements);
  return Float64Array.from([...numbers, ...morphTargetInfluences, Number(geometry.morphTargetsRelative)]);
}

function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  // Unlike ===, this takes NaN as equal to NaN.
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return a.length === b.length;
}
