import type { Backend as Operations } from '../bvh/backend/backend';
import { createBackend } from '../bvh/backend/createBackend';
import { BoxStore } from '../bvh/boxes/boxStore';
import type { OnProgress } from '../bvh/build/buildSteps';
import type { SceneMeasure } from '../bvh/margins/sceneMeasure';
import { MeshStore } from '../bvh/meshes/meshStore';
import type { CandidateVisitor, RayVisitor } from '../bvh/meshes/rayVisitor';
import type { BonedVertices } from '../bvh/meshes/triangleOperations';
import { MeshLinks } from '../bvh/meshes/meshLinks';
import { type TriangleVisitor, visitTriangles } from '../bvh/meshes/visitTriangles';
import { type TrianglesAlong, trianglesAlong, visitTrianglesAlong } from '../bvh/meshes/trianglesAlong';
import { WasmAllocator } from '../bvh/memory/wasmAllocator';
import type { NearBox, NearestSelection } from '../bvh/query/nearest';
import { trianglesOfLink } from '../bvh/query/overlap';
import type { BoxContent } from '../bvh/query/shapeCandidates';
import { REFINE_WIDENING } from '../bvh/query/raySelection';
import { SHARED_LAYOUT } from '../bvh/share/snapshotRecord';
import type { StoredMesh } from '../bvh/meshes/storedMesh';
import type { Snapshots } from '../bvh/share/snapshots';
import { NearTarget } from '../bvh/slots/nearTarget';
import { duringWalk, type Tree } from '../bvh/tree/tree';
import { BOTH_SIDES, NO_SIDES } from '../primitives/flat/rayLayout';
import { FlatShape, readShape } from '../primitives/query/flatShape';
import { readConvexShape } from '../primitives/flat/readConvexShape';
import { shapeOverlapsTriangle } from '../primitives/query/overlaps';
import type { Ray } from '../primitives/shapes/ray';
import type { Shape } from '../primitives/shapes/shape';
import { readVec3, type Vec3 } from '../primitives/shapes/vec3';
import type { Backend, BoxSceneOptions } from './arguments/boxSceneOptions';
import type { SceneContact, SweepHit } from './answers/sweepHit';
import {
  CONTACTS_OPTIONS,
  type ContactsOptions,
  readContactsOptions,
  readSweepOptions,
  SWEEP_OPTIONS,
  type SweepOptions,
} from './arguments/shapeOptions';
import { RayQueries } from './queries/rayQueries';
import { SceneTree } from './sceneTree';
import { ShapeQueries } from './queries/shapeQueries';
import { Sharing } from './sharing/sharing';
import { createSharedMemory } from './sharing/sharedMemory';
import type { SceneHandle } from './sharing/sceneHandle';

/**
 * The key of a scene's internals, for this package's other entry points and its tests: `scene[INTERNALS]`. Published types
 * do not have it.
 *
 * The symbol is in the global registry, because each entry point bundles this constant and nothing else of the file: an
 * entry point imports `slabtree` by name, and so shares one core with it.
 */
export const INTERNALS = Symbol.for('slabtree.internals');

/** Options of a scene that only this package sets, not its users. */
export interface InternalSceneOptions extends BoxSceneOptions {
  [INTERNALS]?: {
    /** The published versions of an original scene, to which the new scene attaches. Another thread may own them. */
    readonly versions?: Snapshots;
    /** Memory for a scene that is not shared with readers. Threads that build the scene may share it. */
    readonly memory?: WasmAllocator | null;
  };
}

/**
 * The parts of a {@link BoxScene}, and operations that only this package may call. Public methods parse options first, so
 * these methods get checked settings. Only {@link sweepLinked} and {@link contactsLinked} parse options, because
 * slabtree/three has no parser for them. Methods that read a ray or a shape throw if it is malformed.
 *
 * Who uses what:
 *
 * - `BoxScene`, `slabtree/workers`, `slabtree/tiles` and threads: {@link rays} and {@link shapes}, which answer queries.
 * - `slabtree/three`: {@link reserveObbs}, {@link blendVertices}, {@link visitCandidates}, {@link links},
 *   {@link unlink}, {@link linkedTrianglesAlong}; for overlaps and nearest places {@link readShape}, {@link shapes},
 *   {@link overlapLinked}, {@link overlapsTriangle}, {@link nearTarget}, {@link nearestBoxes}, {@link currentTree},
 *   {@link duringQuery}; for characters {@link sweepLinked} and {@link contactsLinked}.
 * - `slabtree/babylon`: {@link reserveObbs}, {@link visitCandidates}, {@link links}, {@link visitTrianglesAlong}, {@link duringQuery}.
 * - `slabtree/workers`: {@link pinVersion}, {@link unpinVersion}, {@link showVersion}, {@link changes}.
 * - `slabtree/tiles`: {@link shareInPlace} and the versions for its threads, {@link visitCandidates}, {@link visitCloseTo},
 *   {@link serializeWithin}. The scene of the tiles in memory changes {@link boxes}, {@link meshes} and {@link tree} itself.
 * - `slabtree/tile-writer`: {@link serializeWithin}, {@link currentTree}.
 * - Threads that build or read a scene: its parts.
 */
export class SceneInternals {
  readonly backend: Operations;
  readonly boxes: BoxStore;
  readonly meshes: MeshStore;
  readonly sharing: Sharing;
  readonly tree: SceneTree;
  readonly rays: RayQueries;
  readonly shapes: ShapeQueries;
  #links: MeshLinks | undefined;

  /** @param options a checked copy of the scene's options. */
  constructor({ backend, shared }: Required<BoxSceneOptions>, internal: InternalSceneOptions[typeof INTERNALS]) {
    const versions = internal?.versions ?? null;
    const memory =
      versions === null ? createSharedMemory(shared) : new WasmAllocator(versions.memory, versions.freePages);
    this.backend = createOperations(backend, memory ?? internal?.memory ?? null);
    this.boxes = new BoxStore(this.backend.memory);
    this.meshes = new MeshStore(this.backend.memory);
    this.sharing = new Sharing(memory, versions, this.boxes, this.meshes);
    this.tree = new SceneTree(this.backend, this.boxes, this.meshes, this.sharing);
    this.rays = new RayQueries(this.backend, this.tree);
    this.shapes = new ShapeQueries(this.backend, this.tree);
  }

  /** Counts the changes of the scene that may change an answer. Callers compare the count before and after queries. */
  get changes(): number {
    return this.tree.clock.changes;
  }

  /** Returns the tree over the scene's current boxes. Builds the tree if there is none. */
  currentTree(onProgress?: OnProgress): Tree {
    return this.tree.current(onProgress);
  }

  /** Reserves memory for `count` more oriented boxes. Memory that grows box by box is copied many times. */
  reserveObbs(count: number): void {
    this.tree.beforeAdding(count);
    this.boxes.reserveObbs(count);
  }

  /** Writes the positions of skinned vertices and returns their bounds: see VertexBlend. Null if there is no kernel. */
  blendVertices(boned: BonedVertices, positions: Float64Array): Float64Array | null {
    return this.backend.triangles.blend?.(boned, positions) ?? null;
  }

  /** Returns the bytes of the scene with a tree for the measure of a larger scene, which must cover all boxes. */
  serializeWithin(measure: SceneMeasure): Uint8Array<ArrayBuffer> {
    return this.tree.serialize(measure);
  }

  /** Returns a handle with which other threads attach to the scene: see `BoxScene.handle`. */
  handle(): SceneHandle {
    const { memory, byteOffset } = this.tree.openVersions();
    return { memory, byteOffset, layout: SHARED_LAYOUT };
  }

  /** Returns a handle of a scene that no thread reads during changes. Changes then copy nothing for readers. */
  shareInPlace(): SceneHandle {
    const { published } = this.sharing;
    if (published !== null) published.isOverwritten = true;
    return this.handle();
  }

  /** Commits the scene, and keeps the committed version for threads until it is unpinned. Returns the version. */
  pinVersion(): number {
    const versions = this.tree.openVersions();
    this.tree.commit();
    return versions.pinLatest();
  }

  unpinVersion(version: number): void {
    this.sharing.unpin(version);
  }

  /** Makes an attached scene answer from a version that the thread with the original scene has pinned. */
  showVersion(version: number): void {
    this.tree.fix(version);
  }

  /** The meshes that boxes are linked to. Made when it is first read. */
  get links(): MeshLinks {
    return (this.#links ??= new MeshLinks(this.backend.memory, this.tree.triangleOperations));
  }

  /** Ends the link of a box, if it has one. */
  unlink(id: number): void {
    this.#links?.unlink(id);
  }

  /** Runs a query that calls functions of the user outside of the walks of the core. They must not change the scene. */
  duringQuery<Answer>(query: () => Answer): Answer {
    return duringWalk(this.tree.current(), query);
  }

  /** Does `BoxScene.visitTriangles` for a mesh of {@link links}, without checks. */
  visitTriangles(mesh: StoredMesh, visitor: TriangleVisitor): void {
    duringWalk(this.tree.current(), () => {
      visitTriangles(mesh, visitor);
    });
  }

  /**
   * Returns the triangles of a linked box that a ray may hit: see {@link trianglesAlong}.
   *
   * @param isClosest whether triangles after a certain hit may be left out.
   */
  linkedTrianglesAlong(id: number, ray: Ray, tMin: number, tMax: number, isClosest: boolean): TrianglesAlong | null {
    const mesh = this.links.meshOf(id);
    if (mesh === null) return null;
    const space = this.rays.spaces.take();
    space.readPart(ray, tMin, tMax, false, 0, BOTH_SIDES);
    const { obbs } = this.boxes;
    const found = trianglesAlong(mesh, obbs.data, this.boxes.obbRecord(id), space.ray, isClosest);
    this.rays.spaces.giveBack(space);
    return found;
  }

  /**
   * Visits the triangles of a mesh of {@link links} that a ray in the mesh's space may hit up to `tMax`: see
   * `visitTrianglesAlong` in bvh/meshes/trianglesAlong.ts. The visitor makes no query.
   */
  visitTrianglesAlong(mesh: StoredMesh, ray: Ray, tMax: number, slack: number, visitor: RayVisitor): void {
    const space = this.rays.spaces.take();
    space.readPart(ray, 0, tMax, false, 0, BOTH_SIDES);
    visitTrianglesAlong(mesh, space.ray, slack, visitor);
    this.rays.spaces.giveBack(space);
  }

  /**
   * Visits the boxes that a ray may hit between `tMin` and `tMax`, mostly nearer ones first. Boxes are widened as for
   * `refine`. A box that the ray starts in is entered at `tMin`.
   *
   * @param visitor gets the id of a box, and where the ray enters it. The visitor returns the largest t that still
   *   matters. -Infinity ends the visits. The visitor may make queries.
   * @param widening how much boxes are widened, relative to the numbers in the box test: see {@link REFINE_WIDENING}.
   */
  visitCandidates(
    ray: Ray,
    tMin: number,
    tMax: number,
    mask: number,
    visitor: RayVisitor | CandidateVisitor,
    widening = REFINE_WIDENING,
  ): void {
    if ('links' in visitor) visitor.links?.reserve(this.boxes.idLimit);
    const space = this.rays.spaces.take();
    space.readPart(ray, tMin, tMax, true, widening, NO_SIDES);
    this.backend.walkRay(this.tree.current(), space.ray, this.boxes.maskToTest(mask), visitor);
    this.rays.spaces.giveBack(space);
  }

  /**
   * Visits the boxes that a ray comes as close to as `reach` on each axis, between `tMin` and `tMax`, mostly nearer ones first. Some
   * of the visited boxes may be a little farther away.
   *
   * @param visitor gets the id of a box, and a `t` at which the ray is not yet closer to it. The rest is as for
   *   {@link visitCandidates}.
   */
  visitCloseTo(ray: Ray, tMin: number, tMax: number, reach: Float64Array, mask: number, visitor: RayVisitor): void {
    const space = this.rays.spaces.take();
    space.readPart(ray, tMin, tMax, true, 0, NO_SIDES);
    this.backend.walkRay(this.tree.current(), space.ray, this.boxes.maskToTest(mask), visitor, reach);
    this.rays.spaces.giveBack(space);
  }

  /** Returns the numbers of a shape, checked. */
  readShape(name: string, shape: Shape): FlatShape {
    const flat = new FlatShape();
    readShape(name, shape, flat);
    return flat;
  }

  /** Returns whether a shape overlaps a triangle, given as 9 numbers: see `overlaps`. */
  overlapsTriangle(shape: FlatShape, triangle: Float64Array): boolean {
    return shapeOverlapsTriangle(shape, triangle);
  }

  /** Returns the triangles of a linked box that overlap a shape, in no particular order. */
  overlapLinked(id: number, shape: FlatShape): number[] {
    return trianglesOfLink(this.tree.current(), this.links, id, shape);
  }

  /** Returns the target from which {@link nearestBoxes} measures distances. Checks the shape. */
  nearTarget(name: string, shape: Shape): NearTarget {
    const target = new NearTarget();
    readConvexShape(name, shape, target.shape);
    target.begin(this.tree.current());
    return target;
  }

  /**
   * Returns the boxes nearest to a target.
   *
   * @param followsLinks whether boxes that are linked to verified meshes count as the triangles of these meshes.
   */
  nearestBoxes(target: NearTarget, selection: NearestSelection, followsLinks: boolean): NearBox[] {
    const { links } = this;
    links.reserve(this.boxes.idLimit);
    const tree = this.tree.current();
    return this.backend.nearest(tree, target, { ...selection, boxesOnly: true, links: followsLinks ? links : null });
  }

  /**
   * Does `BoxScene.sweep`, where boxes stand for what they contain.
   *
   * @param shape null for an empty shape, which hits nothing.
   * @param contentOf called for boxes that the shape may meet. Returns what a box stands for.
   */
  sweepLinked(
    shape: Shape | null,
    motion: Vec3,
    options: SweepOptions,
    contentOf: (id: number) => BoxContent,
  ): SweepHit | null {
    const { motion: range, selection } = readSweepOptions(options, SWEEP_OPTIONS);
    const way = readVec3('motion', motion);
    if (shape === null) return null;
    return this.shapes.sweep(shape, way, { motion: range, selection: { ...selection, contentOf } }, null);
  }

  /** Does `BoxScene.contacts`, where boxes stand for what `contentOf` returns. A null shape has no contacts. */
  contactsLinked(shape: Shape | null, options: ContactsOptions, contentOf: (id: number) => BoxContent): SceneContact[] {
    const selection = readContactsOptions(options, CONTACTS_OPTIONS);
    return shape === null ? [] : this.shapes.contacts(shape, { ...selection, contentOf });
  }
}

/** Creates a backend in the given memory, or in new memory if `memory` is null. */
function createOperations(backend: 'auto' | Backend, memory: WasmAllocator | null): Operations {
  if (memory === null) return createBackend(backend);
  try {
    return createBackend(backend, memory);
  } catch (error) {
    // Other threads may use the memory for longer, so the part of the backend that failed is freed.
    memory.release();
    throw error;
  }
}
