import type { PlacedGeometry } from '../meshes/placedGeometry';
import type { BoxScene } from 'slabtree';
import { Box3, BufferAttribute, BufferGeometry, Sphere } from 'three';
import { hasSameTree, treeOriginOf, versionOf } from '../meshes/geometryOrigin';
import { type PosableMesh, PoseState } from './poseState';
import { bendVertices, morphVertices, readAttribute } from './poseVertices';
import { Skin } from './skin';

const nothing = /* @__PURE__ */ new Box3();

/** A pose of a mesh: its vertices, placed by its bones and morph targets as they were at the last `update`. */
export class Pose {
  /** The geometry that the mesh had when this pose was made. */
  readonly source: BufferGeometry;
  /** A geometry with the posed vertices of the mesh, bit for bit as three.js's `getVertexPosition` returns them. */
  readonly geometry = new BufferGeometry();
  readonly #box = new Box3();
  readonly #object: PosableMesh;
  #position = new BufferAttribute(new Float64Array(0), 3);
  /** The attributes that the posed vertices depend on, with their versions and their arrays. Empty if the last `update` threw. */
  #attributes: readonly unknown[] = [];
  /** The vertex positions of the unposed geometry, then the positions of each morph target. */
  #vertices: readonly Float64Array[] = [];
  /** The bones and weights of the mesh's vertices. Null for a mesh without bones. */
  #skin: Skin | null = null;
  readonly #state = new PoseState();
  #boundsTree: unknown;

  constructor(object: PosableMesh) {
    this.#object = object;
    this.source = object.geometry;
  }

  /** The box around the posed vertices. Empty if the last `update` threw, as the posed vertices are then unknown. */
  get box(): Box3 {
    return this.#attributes.length > 0 ? this.#box : nothing;
  }

  /**
   * Computes the posed vertices of the mesh, and the bounds of a SkinnedMesh, if anything that they depend on has changed since
   * the last call.
   *
   * @param scene any scene of the core. Its backend computes the vertices; the scene does not change.
   */
  update(scene: BoxScene): void {
    const before = this.#attributes;
    // The list of attributes is emptied first: if this update throws, the next update computes all vertices again.
    this.#attributes = [];
    const { geometry, skeleton, morphTargetInfluences } = this.#object;
    const { position, skinIndex, skinWeight } = geometry.attributes;
    const vertices = [position, ...((morphTargetInfluences && geometry.morphAttributes.position) ?? [])];
    const attributes = skeleton === undefined ? vertices : [...vertices, skinIndex, skinWeight];
    const versions = [...attributes, ...attributes.map(versionOf), ...attributes.map(({ array }) => array)];
    const isRead = isSame(versions, before);
    if (!isRead) {
      const { count } = position;
      this.#vertices = vertices.map((attribute) => readAttribute(attribute, 3, count));
      this.#skin = skeleton === undefined ? null : new Skin(skinIndex, skinWeight, count);
      this.#position = new BufferAttribute(new Float64Array(3 * count), 3);
    }
    this.geometry.attributes = { ...geometry.attributes, position: this.#position };
    const hasChanged = this.#state.read(this.#object);
    if (!isRead || hasChanged) {
      this.#compute(scene);
      this.#position.needsUpdate = true;
    }
    this.#attributes = versions;
  }

  /** Returns the posed geometry for a ray, with the mesh's present index, groups, draw range, material and matrix. */
  place(): PlacedGeometry {
    const object = this.#object;
    const { geometry, skeleton, material, matrixWorld } = object;
    this.#followIndex(geometry);
    if (skeleton === undefined) {
      if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
      const { boundingBox, boundingSphere } = geometry;
      Object.assign(this.geometry, { boundingBox, boundingSphere });
    } else {
      object.boundingSphere ??= this.box.getBoundingSphere(new Sphere());
    }
    return { geometry: this.geometry, material, matrixWorld, skinned: skeleton && object };
  }

  #followIndex(source: BufferGeometry): void {
    const { geometry } = this;
    geometry.index = source.index;
    geometry.groups = source.groups;
    geometry.drawRange = source.drawRange;
    if (hasSameTree(this.#boundsTree, source)) return;
    this.#boundsTree = treeOriginOf(source);
    // three-mesh-bvh has reordered the index, which posed and unposed geometry share: the tree over posed triangles is wrong.
    geometry.dispose();
  }

  #compute(scene: BoxScene): void {
    const object = this.#object;
    const posed = this.#position.array as Float64Array;
    const skin = this.#skin;
    skin?.checkBones(this.#state);
    const isStill = this.#vertices.length === 1;
    const box = skin && skin.blend(scene, this.#state, posed, isStill, this.#writeVertices);
    if (box === null) {
      this.#writeVertices(posed);
      if (skin !== null) bendVertices(posed, skin.bones, skin.weights, this.#state.matrices);
      this.#box.setFromArray(posed);
    } else {
      this.#box.min.fromArray(box);
      this.#box.max.fromArray(box, 3);
    }
    if (skin !== null) {
      (object.boundingBox ??= new Box3()).copy(this.#box);
      this.#box.getBoundingSphere((object.boundingSphere ??= new Sphere()));
    }
  }

  /** Writes the vertices to `to` as they are after the morph targets and before the bones. */
  readonly #writeVertices = (to: Float64Array): void => {
    const [vertices, ...targets] = this.#vertices;
    const { influences, areRelative } = this.#state;
    to.set(vertices);
    if (targets.length > 0) morphVertices(to, targets, influences, areRelative);
  };
}

function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  // Object.is is used as it treats NaN as equal to NaN, unlike ===.
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return a.length === b.length;
}
