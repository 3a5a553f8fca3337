import { BoxScene, type BoxSceneOptions, type FloatArray, type Mesh } from 'slabtree';
import { type BufferGeometry, Matrix4, Vector3 } from 'three';
import { INTERNALS } from '../../scene/internals';
import { NONE, ObjectsById } from '../boxes/objectsById';
import { placeBox, type PlacedBoxes, removeBox } from '../boxes/placeBox';
import { isSameButMoved, isUpToDate, type Origin, originOf } from '../meshes/geometryOrigin';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { type DrawnElements, drawnElementsOf } from '../sources/drawnElements';
import { NamedSource } from '../sources/namedSource';
import { choiceOf, readDrawnTriangles } from './drawnTriangles';
import { type Faces, TriangleNumbers } from './triangleNumbers';

/** A mesh of the scene, made of triangles that one object draws, or several objects or instances alike. */
interface DrawnMesh {
  readonly mesh: Mesh;
  readonly faces: Faces;
  readonly isFloat32: boolean;
  origin: Origin;
  /** The number of the last update that found an object that draws the mesh. */
  usedIn: number;
}

/** How an object or instance is in the scene: by triangles, by a box if these are not known, or not at all. */
type Form = DrawnMesh | 'box' | 'nothing';

/** An object or instance of the index that is in the scene. */
interface Part {
  /** The id of its instance or box in the scene. */
  readonly id: number;
  readonly form: Form;
}

const IDENTITY = /* @__PURE__ */ Float64Array.from(new Matrix4().elements);
const world = /* @__PURE__ */ new Matrix4();
const vertex = /* @__PURE__ */ new Vector3();

/**
 * What the objects of an index draw, as a scene of triangles: an instance for each object and instance with triangles. An object
 * whose triangles are not known is a box, as in the index. Lines, points and sprites are left out.
 */
export class TriangleScene {
  readonly scene: BoxScene;
  /** The objects by the ids of {@link scene}. */
  readonly objects = new ObjectsById();
  readonly #index: PlacedBoxes;
  readonly #meshes: GeometryMeshes;
  readonly #isDoubled: boolean;
  /** The objects and instances that are in the scene. The index of each is the id of its box in the index. */
  readonly #parts: (Part | undefined)[] = [];
  /** Converts ids and triangles of {@link scene} to ids of the index and to `faceIndex`. */
  readonly numbers = new TriangleNumbers();
  /** The meshes of {@link scene}, by their geometry and by the part of it that is drawn: see {@link choiceOf}. */
  readonly #drawn = new Map<BufferGeometry, Map<string, DrawnMesh>>();
  /** Meshes that a later mesh has replaced. They are kept until they have no instances. */
  readonly #replaced: DrawnMesh[] = [];
  #updates = 0;
  /** The count of the index's changes at the last update. */
  #changes = -1;

  /** @param isDoubled whether triangles of which both sides are drawn are there twice: see {@link readDrawnTriangles}. */
  constructor(index: PlacedBoxes, meshes: GeometryMeshes, isDoubled: boolean, options: BoxSceneOptions) {
    this.#index = index;
    this.#meshes = meshes;
    this.#isDoubled = isDoubled;
    this.scene = new BoxScene(options);
  }

  /** Brings the scene up to date with the index, and with the triangles as they are now. */
  update(): void {
    this.#updates++;
    const { objects } = this.#index;
    const internals = this.#index.scene[INTERNALS];
    const hasMoved = this.#changes !== internals.changes;
    this.#changes = internals.changes;
    let source: BoxSource | null = null;
    let form: Form = 'nothing';
    const { boxes } = internals;
    for (let id = 0; id < boxes.idLimit; id++) {
      if (!boxes.has(id)) {
        this.#remove(id);
        continue;
      }
      const next = objects.sourceOf(id);
      if (next !== source || !boxes.isObb(id)) form = this.#formOf(next, id);
      // The next instance of the object draws the same, unless it has a shape of its own.
      source = drawsAlike(next) && boxes.isObb(id) ? next : null;
      this.#place(id, form, hasMoved);
    }
    this.#removeUnused();
    this.scene.commit();
  }

  #formOf(source: BoxSource, id: number): Form {
    const instance = this.#index.objects.instanceOf(id);
    const drawn = drawnElementsOf(source, instance, this.#meshes);
    if (drawn === null) return source instanceof NamedSource ? 'box' : 'nothing';
    if (drawn.elements.size !== 3) return 'nothing';
    const { geometry } = drawn.elements;
    // The scene takes no instance whose matrix flattens it. Such an object gets a mesh with its vertices in world space.
    const isFlattened = !this.#index.scene[INTERNALS].boxes.isObb(id);
    const isShared = !isFlattened && !drawn.isMoved;
    const name = choiceOf(drawn, this.#isDoubled);
    const choice = isShared ? name : `${name} of box ${id}`;
    const known = this.#drawn.get(geometry)?.get(choice);
    const isCurrent = isShared && known !== undefined && isUpToDate(known.origin, geometry);
    const form = isCurrent
      ? known
      : this.#read(drawn, isFlattened ? worldMatrixOf(source, instance, world) : null, known);
    if (typeof form !== 'object') return form;
    form.usedIn = this.#updates;
    if (form !== known) this.#keep(geometry, choice, form);
    return form;
  }

  /**
   * Makes a mesh of the triangles that an object draws, or moves the vertices of the mesh before.
   *
   * @param matrix places the triangles in the world. Null if an instance of the mesh does.
   */
  #read(drawn: DrawnElements, matrix: Matrix4 | null, before: DrawnMesh | undefined): Form {
    const triangles = readDrawnTriangles(drawn, this.#isDoubled);
    if (triangles === null) return 'nothing';
    const { index, faces } = triangles;
    const positions = matrix === null ? triangles.positions : placed(triangles.positions, matrix);
    const { geometry } = drawn.elements;
    const origin = originOf(geometry);
    try {
      if (before !== undefined && isSameButMoved(before.origin, origin, geometry) && hasRoomFor(before, positions)) {
        this.scene.setPositions(before.mesh, positions);
        before.origin = origin;
        return before;
      }
      const isFloat32 = positions instanceof Float32Array;
      return { mesh: this.scene.addMesh(positions, index), faces, isFloat32, origin, usedIn: 0 };
    } catch (error) {
      // The numbers are not finite, or vertices are missing.
      if (!(error instanceof RangeError)) throw error;
      return 'box';
    }
  }

  #keep(geometry: BufferGeometry, choice: string, mesh: DrawnMesh): void {
    const meshes = this.#drawn.get(geometry) ?? new Map<string, DrawnMesh>();
    const before = meshes.get(choice);
    if (before !== undefined) this.#replaced.push(before);
    meshes.set(choice, mesh);
    this.#drawn.set(geometry, meshes);
  }

  #place(id: number, form: Form, hasMoved: boolean): void {
    const known = this.#parts[id];
    if (known?.form === form && form !== 'box' && !hasMoved) return;
    if (known !== undefined && known.form !== form) this.#remove(id);
    if (form === 'nothing') return;
    const { scene, objects } = this.#index;
    const source = objects.sourceOf(id);
    const instance = objects.instanceOf(id);
    const { masks } = scene[INTERNALS].boxes;
    const before = this.#parts[id]?.id ?? NONE;
    const placed =
      form === 'box'
        ? placeBox(this, source, instance, before, source.boundsAt(0), masks[id])
        : this.#placeMesh(id, before, form);
    if (placed === NONE) return;
    if (this.scene[INTERNALS].boxes.masks[placed] !== masks[id]) this.scene.setMask(placed, masks[id]);
    this.objects.set(placed, source, instance);
    this.numbers.set(placed, id, form === 'box' ? 0 : form.faces);
    this.#parts[id] = { id: placed, form };
  }

  /** Places an instance where an object or instance of the index is. Returns its id. */
  #placeMesh(id: number, before: number, { mesh }: DrawnMesh): number {
    const { scene } = this.#index;
    // If the box in the index is not oriented, the matrix flattens the object, and the vertices are in world space already.
    const matrix = scene[INTERNALS].boxes.isObb(id) ? scene.matrixOf(id) : IDENTITY;
    if (before === NONE) return this.scene.addInstance(mesh, matrix, scene[INTERNALS].boxes.masks[id]);
    if (!areEqual(matrix, this.scene.matrixOf(before))) this.scene.setMatrix(before, matrix);
    return before;
  }

  #remove(id: number): void {
    const part = this.#parts[id];
    if (part === undefined) return;
    removeBox(this, part.id);
    this.#parts[id] = undefined;
  }

  /** Removes the meshes that no object draws any more. */
  #removeUnused(): void {
    for (const { mesh } of this.#replaced.splice(0)) this.scene.removeMesh(mesh);
    for (const [geometry, meshes] of this.#drawn) {
      for (const [choice, { mesh, usedIn }] of meshes) {
        if (usedIn === this.#updates) continue;
        this.scene.removeMesh(mesh);
        meshes.delete(choice);
      }
      if (meshes.size === 0) this.#drawn.delete(geometry);
    }
  }
}

/** Whether all instances of an object draw the same triangles. */
function drawsAlike(source: BoxSource): boolean {
  return source.boundsOf === undefined && !(source.object as { readonly morphTexture?: unknown }).morphTexture;
}

/** Whether a mesh can take other positions of its vertices. */
function hasRoomFor({ mesh, isFloat32 }: DrawnMesh, positions: FloatArray): boolean {
  return 3 * mesh.vertexCount === positions.length && positions instanceof Float32Array === isFloat32;
}

function placed(positions: FloatArray, matrix: Matrix4): Float64Array {
  const places = new Float64Array(positions.length);
  for (let i = 0; i < places.length; i += 3) vertex.fromArray(positions, i).applyMatrix4(matrix).toArray(places, i);
  return places;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  return a.every((number, i) => number === b[i]);
}
