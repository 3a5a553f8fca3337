import { addAfterEffect } from '@react-three/fiber';
import { SceneIndex, type SceneIndexOptions } from 'slabtree/three';
import type { Object3D } from 'three';

/** The indices without options, by their scenes: the components of a scene share one. */
const shared = new WeakMap<Object3D, FrameIndex>();

/** An index that is brought up to date after each frame, as long as a component uses it. */
export class FrameIndex {
  readonly index: SceneIndex;
  #users = 0;
  #isDue = false;
  #stop: () => void = () => undefined;

  constructor(scene: Object3D, options?: SceneIndexOptions) {
    this.index = SceneIndex.from(scene, options);
  }

  /** Returns the index that the components of a scene share. */
  static of(scene: Object3D): FrameIndex {
    const known = shared.get(scene) ?? new FrameIndex(scene);
    shared.set(scene, known);
    return known;
  }

  /** Returns a function that ends the use. */
  use(): () => void {
    if (this.#users++ === 0) {
      this.#follow();
      this.#stop = addAfterEffect(() => {
        this.#followIfDue();
      });
    }
    return () => {
      if (--this.#users === 0) this.#stop();
    };
  }

  /** Called in each frame, while components may still move objects. */
  noteFrame(): void {
    // If `advance` is called without global effects, nothing is called after a frame: the update then comes a frame later.
    this.#followIfDue();
    this.#isDue = true;
  }

  #followIfDue(): void {
    if (this.#isDue) this.#follow();
  }

  /** Brings the index up to date with what was drawn: the renderer has updated the world matrices. */
  #follow(): void {
    this.#isDue = false;
    const { root } = this.index;
    const { matrixWorldAutoUpdate } = root;
    root.matrixWorldAutoUpdate = false;
    try {
      this.index.update();
    } finally {
      root.matrixWorldAutoUpdate = matrixWorldAutoUpdate;
    }
  }
}
