import { type Backend, BoxScene } from 'slabtree';
import { type ShapeMotion, shapeOf } from '../shapes/motions';
import type { MeetsShapes } from './contender';

export class SweepSlabtree implements MeetsShapes {
  readonly scene: BoxScene;

  constructor(fill: (scene: BoxScene) => void, backend: Backend) {
    this.scene = new BoxScene({ backend });
    fill(this.scene);
    this.scene.commit();
  }

  sweep(motion: ShapeMotion): number {
    return this.scene.sweep(shapeOf(motion), motion.way)?.t ?? Infinity;
  }

  contacts(motion: ShapeMotion, within: number): number {
    return this.scene.contacts(shapeOf(motion), { within }).length;
  }

  overlaps(motion: ShapeMotion): number {
    return this.scene.overlap(shapeOf(motion)).size;
  }
}
