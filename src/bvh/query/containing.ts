import type { ConvexShape } from '../../primitives/flat/convexShape';
import { contactOf } from '../../primitives/query/contacts/contactOf';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { isPointInMesh, type PointInMesh } from '../meshes/pointInMesh';
import { meshOfInstance, WorldMesh } from '../meshes/worldMesh';
import { readConvexBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import type { NearBox } from './nearest';
import { ShapeCandidates, type ShapeVisitor, type ShapeWalk, walkShape } from './shapeCandidates';

const STILL = { way: /* @__PURE__ */ new Float64Array(3), tMax: 0, margin: 0 };

/** A search for the boxes and closed meshes in which a point is, and its working space. */
export class PointSearch implements ShapeVisitor {
  readonly isFirstEnough = false;
  readonly firstOf = null;
  readonly #candidates = new ShapeCandidates();
  readonly #world = new WorldMesh();
  readonly #ids: number[] = [];

  /** The point, which must have been set. */
  get shape(): ConvexShape {
    return this.#candidates.pair.a;
  }

  /** Returns the ids of the boxes and instances that contain the point, in the order of the ids. */
  find(
    tree: Tree,
    mask: number | undefined,
    walk: ShapeWalk = walkShape,
    inMesh: PointInMesh = isPointInMesh,
  ): number[] {
    const ids = this.#ids;
    ids.length = 0;
    // An instance is found by its box, whose bounds contain the corners of its triangles in the world.
    this.#candidates.visitAll(tree, STILL, { mask, filter: undefined, boxesOnly: true }, this, walk);
    // Instances are decided about after the walk, because the kernel has one ray for both.
    return ids.filter((id) => this.contains(tree, id, inMesh)).sort((a, b) => a - b);
  }

  /** Returns whether a box contains the point, or an instance whose mesh is closed. */
  contains(tree: Tree, id: number, inMesh: PointInMesh = isPointInMesh): boolean {
    const { pair } = this.#candidates;
    const mesh = meshOfInstance(tree, id);
    if (mesh === null) {
      readConvexBox(tree.boxes, id, pair.b);
      return contactOf(pair, 0) >= 0;
    }
    const { vertices } = pair.a;
    return mesh.isClosed && inMesh(tree, id, this.#world, vertices[0], vertices[1], vertices[2]);
  }

  /**
   * Makes the distance of a neighbour of the point negative if the point is inside, and NaN for a mesh that is not closed. Inside a box,
   * the distance is the one to the surface.
   */
  sign(tree: Tree, near: NearBox, inMesh: PointInMesh): void {
    const { pair } = this.#candidates;
    if (near.triangle !== NO_TRIANGLE) {
      if (meshOfInstance(tree, near.id)?.isClosed !== true) near.distance = NaN;
      else if (this.contains(tree, near.id, inMesh)) near.distance = 0 - near.distance;
    } else if (near.distance === 0) {
      readConvexBox(tree.boxes, near.id, pair.b);
      near.distance = 0 - contactOf(pair, Infinity);
      [near.x, near.y, near.z] = pair.contact;
    }
  }

  meet(id: number): number {
    this.#ids.push(id);
    return 0;
  }

  meetPlaceholder(): number {
    return 0;
  }

  enterInstance(): void {
    // With boxesOnly, a walk enters no instance.
  }

  takeFirst(): number {
    return 0;
  }
}
