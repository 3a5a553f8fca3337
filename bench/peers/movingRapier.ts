import RAPIER from '@dimforge/rapier3d-simd-compat';
import type { Changes } from '../motion';
import type { MovesBoxes } from './contender';
import { Rapier } from './rapier';

/**
 * Moves colliders without bodies. This is cheaper than kinematic bodies that carry their colliders. A ray finds a
 * collider at its new place only after the next step. Without bodies, a step has little else to do.
 */
export class MovingRapier extends Rapier implements MovesBoxes {
  move({ ids, boxes }: Changes): void {
    const center = { x: 0, y: 0, z: 0 };
    for (let index = 0, at = 0; index < ids.length; index++, at += 6) {
      center.x = (boxes[at] + boxes[at + 3]) / 2;
      center.y = (boxes[at + 1] + boxes[at + 4]) / 2;
      center.z = (boxes[at + 2] + boxes[at + 5]) / 2;
      this.colliders[ids[index]].setTranslation(center);
    }
    this.world.step();
  }

  replace({ ids, boxes }: Changes): void {
    for (const id of ids) this.world.removeCollider(this.colliders[id], false);
    for (let index = 0, at = 0; index < ids.length; index++, at += 6) {
      const description = RAPIER.ColliderDesc.cuboid(
        (boxes[at + 3] - boxes[at]) / 2,
        (boxes[at + 4] - boxes[at + 1]) / 2,
        (boxes[at + 5] - boxes[at + 2]) / 2,
      );
      description.setTranslation(
        (boxes[at] + boxes[at + 3]) / 2,
        (boxes[at + 1] + boxes[at + 4]) / 2,
        (boxes[at + 2] + boxes[at + 5]) / 2,
      );
      this.colliders[ids[index]] = this.world.createCollider(description);
    }
    this.world.step();
  }
}

/**
 * Removes each collider and adds another, for moves that end far away. Such moves leave rapier's tree in a bad state,
 * in which each frame takes longer than the one before. Removing and adding does not.
 */
export class ExchangingRapier extends MovingRapier {
  override move(changes: Changes): void {
    this.replace(changes);
  }
}
