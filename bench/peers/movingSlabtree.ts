import { BoxScene, type BoxSceneOptions, type ManyHits } from 'slabtree';
import type { Changes } from '../motion';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { MovesBoxes } from './contender';
import { SlabtreeArrays } from './slabtree';

/** One call for each box, or one call if all move. Then `commit`. */
export class MovingSlabtree extends SlabtreeArrays implements MovesBoxes {
  readonly #bounds: Float32Array;
  /** The id of each box in the scene. A new box gets the id of any box that was removed. */
  readonly #idOf: Uint32Array;

  constructor(scene: Scene, options?: BoxSceneOptions) {
    super(scene, options);
    this.#bounds = scene.bounds;
    this.#idOf = Uint32Array.from({ length: scene.count }, (_, id) => id);
  }

  move({ ids, boxes }: Changes): void {
    if (ids.length === this.scene.size) {
      this.scene.setAabbs(0, boxes);
    } else {
      const box = createBox();
      for (let index = 0; index < ids.length; index++) {
        readBox(boxes, 6 * index, box);
        this.scene.setAabb(this.#idOf[ids[index]], box);
      }
    }
    this.scene.commit();
  }

  replace({ ids, boxes }: Changes): void {
    for (const id of ids) this.scene.remove(this.#idOf[id]);
    const box = createBox();
    for (let index = 0; index < ids.length; index++) {
      readBox(boxes, 6 * index, box);
      this.#idOf[ids[index]] = this.scene.addAabb(box);
    }
    this.scene.commit();
  }

  /** The hits have the ids of the scene. */
  castAll(rays: Rays): ManyHits {
    return this.scene.raycastMany(rays);
  }

  /** A new scene of the same boxes, in the order of their ids here. So the same box wins if several have the same t. */
  buildAnew(): { scene: BoxScene; idsHere: Uint32Array } {
    const bounds = this.#bounds;
    const inOrder = Array.from(this.#idOf.keys()).sort((a, b) => this.#idOf[a] - this.#idOf[b]);
    const boxes = new Float32Array(bounds.length);
    inOrder.forEach((id, index) => {
      boxes.set(bounds.subarray(6 * id, 6 * id + 6), 6 * index);
    });
    const scene = new BoxScene({ backend: this.scene.backend });
    scene.addAabbs(boxes);
    scene.commit();
    return { scene, idsHere: Uint32Array.from(inOrder, (id) => this.#idOf[id]) };
  }
}

const createBox = () => ({ min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } });

function readBox(from: Float32Array, at: number, { min, max }: ReturnType<typeof createBox>): void {
  min.x = from[at];
  min.y = from[at + 1];
  min.z = from[at + 2];
  max.x = from[at + 3];
  max.y = from[at + 4];
  max.z = from[at + 5];
}
