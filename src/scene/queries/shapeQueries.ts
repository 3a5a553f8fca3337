import type { Backend } from '../../bvh/backend/backend';
import { ClosestPairSearch } from '../../bvh/query/closestPair';
import { type ContactSelection, ShapeContacts } from '../../bvh/query/contacts';
import { PointSearch } from '../../bvh/query/containing';
import type { NearestSelection } from '../../bvh/query/nearest';
import { trianglesOfOverlap } from '../../bvh/query/overlap';
import { comesFirst, ShapeSweep, type SweepTaker, SweptThing } from '../../bvh/query/sweep';
import { NearTarget } from '../../bvh/slots/nearTarget';
import type { Tree } from '../../bvh/tree/tree';
import { FlatShape, readShape } from '../../primitives/query/flatShape';
import { readConvexShape } from '../../primitives/flat/readConvexShape';
import { writeMotion } from '../../primitives/query/sweep';
import { Reusable } from '../../primitives/reusable';
import type { Shape } from '../../primitives/shapes/shape';
import { readVec3, vec3, type Vec3 } from '../../primitives/shapes/vec3';
import type { SceneClosestPoints, Neighbor } from '../answers/hit';
import { type IdSet, SlotIdSet, type TrianglesOfInstance } from '../answers/idSet';
import {
  contactOfScene,
  findFeature,
  type ManyFeatures,
  type ManySweeps,
  type SceneContact,
  type SweepHit,
  type SweepTarget,
  writeSweepHit,
} from '../answers/sweepHit';
import type { ManyMotions } from '../arguments/manyShapes';
import type { OverlapSettings } from '../arguments/queryOptions';
import type { SweepManySettings, SweepSettings } from '../arguments/shapeOptions';
import type { SceneTree } from '../sceneTree';

/** The scene's queries for what a shape meets, where it is and as it moves, and for what is near it. The settings are checked. */
export class ShapeQueries {
  readonly #backend: Backend;
  readonly #tree: SceneTree;
  readonly #sweeps = new Reusable(() => new ShapeSweep());
  readonly #contacts = new Reusable(() => new ShapeContacts());
  readonly #closestPairs = new Reusable(() => new ClosestPairSearch());
  readonly #shapes = new Reusable(() => new FlatShape());
  readonly #searches = new Reusable(() => new PointSearch());
  readonly #targets = new Reusable(() => new NearTarget());

  constructor(backend: Backend, tree: SceneTree) {
    this.#backend = backend;
    this.#tree = tree;
  }

  sweep(shape: Shape, motion: Vec3, settings: SweepSettings, target: SweepTarget | null): SweepHit | null {
    const space = this.#read('shape', shape, 'motion', motion, settings);
    this.#findFirst(space, this.#tree.current(), settings);
    const { first } = space;
    // The working space is given back after the hit is written, because a setter of the hit may sweep another shape.
    const hit = first.id < 0 ? null : writeSweepHit(first, space.motion.way, space.met, target);
    this.#sweeps.giveBack(space);
    return hit;
  }

  /** Returns the id of any box that a moving shape hits, or -1. A placeholder is returned only if the shape hits no other box. */
  anyId(shape: Shape, motion: Vec3, settings: SweepSettings): number {
    const space = this.#read('shape', shape, 'motion', motion, settings);
    const tree = this.#tree.current();
    const { placeholders } = tree.boxes;
    const { tMax } = settings.motion;
    let found = -1;
    this.#run(space, tree, settings, ({ id }) => {
      found = id;
      return id < placeholders ? tMax : -Infinity;
    });
    this.#sweeps.giveBack(space);
    return found;
  }

  sweepAll(shape: Shape, motion: Vec3, settings: SweepSettings): SweepHit[] {
    const space = this.#read('shape', shape, 'motion', motion, settings);
    const tree = this.#tree.current();
    const { tMax } = settings.motion;
    const things: SweptThing[] = [];
    this.#run(space, tree, settings, (thing) => {
      const copy = new SweptThing();
      copy.copy(thing);
      things.push(copy);
      return tMax;
    });
    things.sort((a, b) => (comesFirst(a, b, tree.boxes) ? -1 : 1));
    const hits = things.map((thing) => writeSweepHit(thing, space.motion.way, space.met, null));
    this.#sweeps.giveBack(space);
    return hits;
  }

  sweepMany(motions: ManyMotions, settings: SweepManySettings): ManySweeps & Partial<ManyFeatures> {
    const { count } = motions;
    const ids = new Int32Array(count);
    const ts = new Float64Array(count);
    const triangles = new Int32Array(count);
    const met = settings.features
      ? { features: new Int32Array(count).fill(-1), faceNormals: new Float64Array(3 * count) }
      : null;
    const tree = this.#tree.current();
    for (let i = 0; i < count; i++) {
      const space = this.#read(`motions[${i}]`, motions.shapeAt(i), `motions[${i}]`, motions.wayAt(i), settings);
      this.#findFirst(space, tree, settings);
      ids[i] = space.first.id;
      ts[i] = space.first.t;
      triangles[i] = space.first.triangle;
      if (met !== null && ids[i] >= 0) {
        findFeature(space.first, space.motion.way, space.met);
        met.features[i] = space.met.dimension;
        met.faceNormals.set(space.met.faceNormal, 3 * i);
      }
      this.#sweeps.giveBack(space);
    }
    return { ids, ts, triangles, ...met };
  }

  contacts(shape: Shape, selection: ContactSelection): SceneContact[] {
    const space = this.#contacts.take();
    readConvexShape('shape', shape, space.shape);
    const tree = this.#tree.current();
    const found = space.find(tree, selection, this.#backend.walkShape);
    this.#contacts.giveBack(space);
    return found.map(contactOfScene);
  }

  /** Reads the shape from which {@link nearest} measures distances. */
  readTarget(shape: Shape): NearTarget {
    const target = this.#targets.take();
    readConvexShape('shape', shape, target.shape);
    return target;
  }

  /**
   * @param target what {@link readTarget} returned. It is given back, so it must not be used again.
   * @param isSigned whether distances are negative inside. The target must be a point.
   */
  nearest(target: NearTarget, selection: NearestSelection, isSigned = false): Neighbor[] {
    if (isSigned && !target.isPoint) throw new TypeError('options.signed needs a point { x, y, z }, got another shape');
    const tree = this.#tree.current();
    const found = this.#backend.nearest(tree, target, selection);
    if (isSigned) {
      const [x, y, z] = target.shape.vertices;
      const search = this.#pointSearch({ x, y, z });
      for (const near of found) search.sign(tree, near, this.#backend.isPointInMesh);
      this.#searches.giveBack(search);
    }
    this.#targets.giveBack(target);
    return found.map(({ id, triangle, distance, x, y, z }) => ({
      id,
      triangle,
      distance,
      point: vec3(x + 0, y + 0, z + 0),
    }));
  }

  closestPoints(idA: number, idB: number, maxDistance: number): SceneClosestPoints | null {
    const search = this.#closestPairs.take();
    const found = search.find(this.#tree.current(), idA, idB, maxDistance);
    this.#closestPairs.giveBack(search);
    return found && { ...found.points, triangles: [found.triangleA, found.triangleB] };
  }

  overlap(shape: Shape, settings: OverlapSettings): IdSet {
    const flat = this.#shapes.take();
    readShape('shape', shape, flat);
    const found = this.overlapOf(flat, settings);
    this.#shapes.giveBack(flat);
    return found;
  }

  /** Does {@link overlap} for a shape that has been read. */
  overlapOf(shape: FlatShape, { mask, boxesOnly }: OverlapSettings): IdSet {
    const tree = this.#tree.current();
    const slots = this.#backend.overlap(tree, shape, boxesOnly);
    return new SlotIdSet(tree, slots, tree.boxes.maskToTest(mask), this.#tree.clock);
  }

  overlapTriangles(shape: Shape, mask: number | undefined): TrianglesOfInstance[] {
    const flat = this.#shapes.take();
    readShape('shape', shape, flat);
    const ids = this.overlapOf(flat, { mask, boxesOnly: false });
    const tree = this.#tree.current();
    const found: TrianglesOfInstance[] = [];
    for (const id of ids.toArray().sort()) {
      const triangles = trianglesOfOverlap(tree, id, flat, this.#backend.trianglesAround);
      if (triangles.length > 0) found.push({ id, triangles: Uint32Array.from(triangles) });
    }
    this.#shapes.giveBack(flat);
    return found;
  }

  /** Returns whether a box or a closed mesh contains a point. There must be a box with the id. */
  contains(tree: Tree, id: number, point: Vec3): boolean {
    const search = this.#pointSearch(point);
    const isIn = search.contains(tree, id, this.#backend.isPointInMesh);
    this.#searches.giveBack(search);
    return isIn;
  }

  containing(point: Vec3, mask: number | undefined): number[] {
    const search = this.#pointSearch(point);
    const found = search.find(this.#tree.current(), mask, this.#backend.walkShape, this.#backend.isPointInMesh);
    this.#searches.giveBack(search);
    return found;
  }

  #pointSearch({ x, y, z }: Vec3): PointSearch {
    const search = this.#searches.take();
    search.shape.setPoint(x, y, z, 0);
    return search;
  }

  #findFirst(space: ShapeSweep, tree: Tree, { selection }: SweepSettings): void {
    space.findFirst(tree, selection, this.#backend.walkShape);
  }

  #run(space: ShapeSweep, tree: Tree, { selection }: SweepSettings, take: SweepTaker): void {
    space.run(tree, selection, take, this.#backend.walkShape);
  }

  #read(name: string, shape: Shape, wayName: string, way: Vec3, { motion }: SweepSettings): ShapeSweep {
    const space = this.#sweeps.take();
    readConvexShape(name, shape, space.shape);
    writeMotion(readVec3(wayName, way), motion, space.motion);
    return space;
  }
}
