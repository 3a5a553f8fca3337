import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FloatArray as BabylonNumbers, IndicesArray } from '@babylonjs/core/types.js';
import { BoxScene, type BoxSceneOptions, type Mesh, type NameRun, SceneNames } from 'slabtree';
import { checkNumber, checkObject } from '../primitives/check';
import { InstanceTable } from '../primitives/instanceTable';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { invertLinear } from '../primitives/shapes/matrix4';
import { hasTriangles, isOfThinInstances, thinCountOf, thinMatricesOf } from './boxes/meshKind';
import { NO_THIN_INSTANCE } from './boxes/meshEntry';
import { describe, type IndexedMesh } from './boxes/meshSet';

/** What an id of a {@link MeshScene} stands for: see {@link sceneFrom}. */
export interface MeshPart extends IndexedMesh {
  /** The name of the mesh. */
  name: string;
}

const SCENE_FROM_OPTIONS = /* @__PURE__ */ new OptionNames<BoxSceneOptions>({ backend: true, shared: true });

/** The meshes of a Babylon.js scene as a scene of the core: see {@link sceneFrom}. */
export class MeshScene {
  /** The meshes and their instances. It is yours: change it, share it, write it to a file. */
  readonly scene: BoxScene;
  readonly #parts = new InstanceTable<Pick<IndexedMesh, 'mesh'>>();
  /** The core meshes of {@link scene}: by geometry, or by Babylon.js mesh if bones or morph targets move its vertices. */
  readonly #meshes = new Map<Geometry | AbstractMesh, Mesh>();

  /** @internal */
  constructor(scene: Scene, options: BoxSceneOptions) {
    this.scene = new BoxScene(options);
    for (const mesh of scene.meshes) if (mesh.isEnabled() && mesh.isVisible) this.#add(mesh);
    this.scene.commit();
  }

  /**
   * Returns the Babylon.js mesh of an id of {@link scene}, its thin instance if it has thin instances, and its present name. Takes
   * the ids that `sceneFrom` assigned: later changes of the scene do not matter.
   *
   * @throws RangeError if `sceneFrom` assigned no such id.
   */
  at(id: number): MeshPart {
    checkNumber('id', id);
    const part = describe(id, this.#parts);
    return { ...part, name: part.mesh.name };
  }

  /**
   * The names of all parts, to write to a file behind the scene: `new Blob([scene.serialize(), names.serialize()])`. Thin instances of
   * a mesh have its name, and are counted.
   */
  get names(): SceneNames {
    const parts = this.#parts;
    const runs = parts.starts().map((id): NameRun => {
      const instance = parts.instanceOf(id);
      const name = parts.sourceOf(id).mesh.name || null;
      return instance === NO_THIN_INSTANCE ? [id, name] : [id, name, instance];
    });
    return new SceneNames(runs);
  }

  #add(mesh: AbstractMesh): void {
    const { geometry } = mesh;
    const world = mesh.computeWorldMatrix(true);
    if (geometry === null || !drawsTriangles(mesh)) return;
    const part = { mesh };
    if (!isOfThinInstances(mesh)) {
      this.#place(part, geometry, world, NO_THIN_INSTANCE);
      return;
    }
    const matrices = thinMatricesOf(mesh);
    for (let i = 0; i < thinCountOf(mesh); i++) {
      this.#place(part, geometry, Matrix.FromArray(matrices, 16 * i).multiply(world), i);
    }
  }

  #place(part: Pick<IndexedMesh, 'mesh'>, geometry: Geometry, matrix: Matrix, instance: number): void {
    const { mesh } = part;
    // The core takes no instance whose matrix flattens it. Such a mesh gets its vertices in world space, and no matrix.
    const isTaken = hasInverse(matrix);
    const drawn = isTaken ? this.#meshOf(mesh, geometry) : this.#read(mesh, matrix);
    if (drawn === null) return;
    const placement = isTaken ? matrix.asArray() : undefined;
    this.#parts.set(this.scene.addInstance(drawn, placement, mesh.layerMask >>> 0), part, instance);
  }

  /**
   * Returns the core mesh of a geometry. All Babylon.js meshes with this geometry share it, but a mesh with bones or morph targets
   * gets a core mesh of its own. Null if the mesh has no positions, or the core refuses its triangles.
   */
  #meshOf(mesh: AbstractMesh, geometry: Geometry): Mesh | null {
    const shared = isMoved(mesh) ? mesh : geometry;
    const known = this.#meshes.get(shared);
    if (known !== undefined) return known;
    const made = this.#read(mesh, null);
    if (made !== null) this.#meshes.set(shared, made);
    return made;
  }

  /**
   * Makes a core mesh of the triangles that a Babylon.js mesh draws, after bones and morph targets. Null if it has no positions, or
   * the core refuses the triangles: a number is not finite, for example.
   *
   * @param matrix moves the vertices into the world. Null leaves them in the space of the mesh.
   */
  #read(mesh: AbstractMesh, matrix: Matrix | null): Mesh | null {
    const positions = mesh.getPositionData(true, true);
    if (positions === null) return null;
    const numbers = matrix === null ? numbersOf(positions) : placed(positions, matrix);
    const indices = mesh.getIndices();
    try {
      return this.scene.addMesh(numbers, indices?.length ? wholeTriangles(indices) : undefined);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return null;
    }
  }
}

/**
 * Returns what the enabled and visible meshes of a Babylon.js scene draw, as a scene of triangles: the way to files, tiles, pools of
 * threads and clusters, and to every query of the core.
 *
 * - Each mesh is an instance, and so is each InstancedMesh and each thin instance. Meshes with the same geometry share one.
 * - Lines and points are left out. Bones and morph targets count as they are now. Later changes do not change the scene.
 * - Triangles have the numbers of Babylon.js: `faceId` of a PickingInfo. Masks are the `layerMask` of the meshes.
 * - Rays hit both sides of triangles, as in Babylon.js.
 *
 * @throws TypeError for a wrong argument; Error, with the reason, if the requested backend or shared memory is not available.
 *
 * @example
 * ```ts
 * import { CreateBox, NullEngine, Scene } from '@babylonjs/core';
 *
 * const scene = new Scene(new NullEngine());
 * CreateBox('crate', { size: 2 }, scene);
 * const city = sceneFrom(scene);
 * const hit = city.scene.raycast({ origin: { x: 0.5, y: 9, z: 0 }, direction: { x: 0, y: -1, z: 0 } });
 * hit?.t; // → 8
 * city.at(0).name; // → 'crate'
 * ```
 */
export function sceneFrom(scene: Scene, options: BoxSceneOptions = NO_OPTIONS): MeshScene {
  checkObject('scene', scene, 'a Babylon.js Scene', 'meshes');
  SCENE_FROM_OPTIONS.check('options', options);
  const { backend = 'auto', shared = false } = options;
  return new MeshScene(scene, { backend, shared });
}

/** Whether a mesh draws triangles: not lines, and not a mesh without an index, unless Babylon.js draws it unindexed. */
function drawsTriangles(mesh: AbstractMesh): boolean {
  const name = mesh.getClassName();
  if (name === 'LinesMesh' || name === 'InstancedLinesMesh' || name === 'GreasedLineMesh') return false;
  if (!mesh.getIndices()?.length && !mesh._unIndexed) return false;
  return mesh.subMeshes.every((subMesh) => hasTriangles(subMesh.getMaterial()?.fillMode ?? 0));
}

const linear = /* @__PURE__ */ new Float64Array(9);

/** Whether a matrix is finite, and has an inverse. */
function hasInverse({ m }: Matrix): boolean {
  return invertLinear(m, 0, linear, 0) && Number.isFinite(m[12] + m[13] + m[14]);
}

/** Whether bones or morph targets move the vertices of a mesh. */
function isMoved(mesh: AbstractMesh): boolean {
  return mesh.skeleton !== null || Boolean(mesh.morphTargetManager);
}

function wholeTriangles(indices: IndicesArray): Uint32Array {
  return Uint32Array.from(indices).subarray(0, indices.length - (indices.length % 3));
}

function numbersOf(positions: BabylonNumbers): Float32Array | Float64Array {
  return positions instanceof Float32Array ? positions : Float64Array.from(positions);
}

function placed(positions: BabylonNumbers, matrix: Matrix): Float64Array {
  const places = new Float64Array(positions.length);
  const vertex = new Vector3();
  for (let i = 0; i < places.length; i += 3) {
    Vector3.TransformCoordinatesFromFloatsToRef(positions[i], positions[i + 1], positions[i + 2], matrix, vertex);
    places.set([vertex.x, vertex.y, vertex.z], i);
  }
  return places;
}
