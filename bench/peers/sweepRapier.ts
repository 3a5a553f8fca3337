import RAPIER, { type Collider, type Shape } from '@dimforge/rapier3d-simd-compat';
import { HALF_HEIGHT, HALF_SIZE, RADIUS, type ShapeKind, type ShapeMotion } from '../shapes/motions';
import type { MeetsShapes } from './contender';

await RAPIER.init();

const UNTURNED = { x: 0, y: 0, z: 0, w: 1 };
const STILL = { x: 0, y: 0, z: 0 };

const shapes: Readonly<Record<ShapeKind, Shape>> = {
  sphere: new RAPIER.Ball(RADIUS),
  capsule: new RAPIER.Capsule(HALF_HEIGHT, RADIUS),
  box: new RAPIER.Cuboid(HALF_SIZE.x, HALF_SIZE.y, HALF_SIZE.z),
};

/** The physics engine, with a cuboid collider a box. The world is asked. */
export class BoxesRapier implements MeetsShapes {
  readonly #world = new RAPIER.World(STILL);

  /** @param boxes 6 numbers a box: min xyz, max xyz. */
  constructor(boxes: Float32Array) {
    for (let at = 0; at < boxes.length; at += 6) {
      const [minX, minY, minZ, maxX, maxY, maxZ] = boxes.subarray(at, at + 6);
      this.#world.createCollider(
        RAPIER.ColliderDesc.cuboid((maxX - minX) / 2, (maxY - minY) / 2, (maxZ - minZ) / 2).setTranslation(
          (minX + maxX) / 2,
          (minY + maxY) / 2,
          (minZ + maxZ) / 2,
        ),
      );
    }
    // A step puts colliders into the tree that queries walk. Their creation does not.
    this.#world.step();
  }

  sweep({ kind, at, way }: ShapeMotion): number {
    return this.#world.castShape(at, UNTURNED, way, shapes[kind], 0, 1, true)?.time_of_impact ?? Infinity;
  }

  contacts({ kind, at }: ShapeMotion, within: number): number {
    let count = 0;
    // The world has no query for contacts: the candidates of a larger shape, and then the contact of each.
    const wider = new RAPIER.RoundCuboid(HALF_SIZE.x, HALF_SIZE.y, HALF_SIZE.z, within);
    const around =
      kind === 'box'
        ? wider
        : kind === 'sphere'
          ? new RAPIER.Ball(RADIUS + within)
          : new RAPIER.Capsule(HALF_HEIGHT, RADIUS + within);
    this.#world.intersectionsWithShape(at, UNTURNED, around, (collider) => {
      if (collider.contactShape(shapes[kind], at, UNTURNED, within) !== null) count++;
      return true;
    });
    return count;
  }

  overlaps({ kind, at }: ShapeMotion): number {
    let count = 0;
    this.#world.intersectionsWithShape(at, UNTURNED, shapes[kind], () => {
      count++;
      return true;
    });
    return count;
  }
}

/** The physics engine, with one collider of a mesh, which is asked itself: that is faster than the world. */
export class MeshSweepRapier implements MeetsShapes {
  readonly #world = new RAPIER.World(STILL);
  readonly #collider: Collider;

  constructor(positions: Float32Array, index: Uint32Array) {
    this.#collider = this.#world.createCollider(RAPIER.ColliderDesc.trimesh(positions, index));
  }

  sweep({ kind, at, way }: ShapeMotion): number {
    return this.#collider.castShape(STILL, shapes[kind], at, UNTURNED, way, 0, 1, true)?.time_of_impact ?? Infinity;
  }

  /** The contact of the whole mesh: Rapier returns the deepest. */
  contacts({ kind, at }: ShapeMotion, within: number): number {
    return this.#collider.contactShape(shapes[kind], at, UNTURNED, within) === null ? 0 : 1;
  }

  overlaps({ kind, at }: ShapeMotion): number {
    return this.#collider.intersectsShape(shapes[kind], at, UNTURNED) ? 1 : 0;
  }
}
