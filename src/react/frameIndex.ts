import { addAfterEffect } from '@react-three/fiber';
import { SceneIndex, type SceneIndexOptions } from 'slabtree/three';
import type { Object3D } from 'three';

/** The indices without options, by their scenes: the components of a scene share one. */
const shared = new WeakMap<Object3D, FrameIndex>();

/** An index that is brought up to date after each frame, as long as a component uses it. */
export class FrameIndex {
  readonly index: SceneIndex;
  #users = 0;
  /** The components that were called in a frame that the index has not followed yet. */
  readonly #called = new Set<object>();
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

  /**
   * Called by each component in each frame, while components may still move objects.
   *
   * @param component distinguishes another component in one frame from one component in another frame.
   */
  noteFrame(component: object): void {
    // If `advance` is called without global effects, nothing is called after a frame: the update then comes a frame later.
    if (this.#called.has(component)) this.#follow();
    this.#called.add(component);
  }

  #followIfDue(): void {
    if (this.#called.size > 0) this.#follow();
  }

  /** Brings the index up to date with what was drawn: the renderer has updated the world matrices. */
  #follow(): void {
    this.#called.clear();
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
