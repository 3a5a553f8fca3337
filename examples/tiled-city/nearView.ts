import type { TiledScene } from 'slabtree/tiles';
import { Matrix4, type PerspectiveCamera } from 'three';
import { oneAtATime } from '../site/oneAtATime';
import type { TimeReadout } from '../site/timeReadout';
import { nearFrustum } from './nearFrustum';

/** Each query reaches this share of the way to the far plane: what is near comes first. */
const PARTS = [0.25, 0.5, 1];
/** The least time between two queries, in milliseconds: the picture has to be drawn in between. */
const PAUSE = 80;

interface Listener {
  /** @param ids of the boxes near the camera, in order. */
  shown(ids: Float64Array<ArrayBuffer>): void;
  failed(error: unknown): void;
}

/** Finds what is near a camera, whenever the camera has moved. */
export class NearView {
  readonly #camera: PerspectiveCamera;
  /** The view and the projection of the camera in the last query. */
  readonly #queried = new Matrix4();
  readonly #query: () => void;
  /** Called when all that is near has been shown. */
  #shown: (() => void)[] = [];

  constructor(scene: TiledScene, camera: PerspectiveCamera, time: TimeReadout, listener: Listener) {
    this.#camera = camera;
    let shown = 0;
    this.#query = oneAtATime(async () => {
      const planes = PARTS.map((part) => nearFrustum(camera, part * camera.far));
      try {
        for (const each of planes) {
          const { bytesRead } = scene;
          const start = performance.now();
          const { inside, crossing } = await scene.cull(each);
          const isAll = each === planes[planes.length - 1];
          if (isAll && scene.bytesRead === bytesRead) time.note(performance.now() - start);
          // A part of the view does not replace a picture of more.
          if (!isAll && inside.size + crossing.size <= shown) continue;
          shown = inside.size + crossing.size;
          listener.shown(joined(inside.toArray(), crossing.toArray()));
        }
      } catch (error) {
        listener.failed(error);
      }
      for (const done of this.#shown.splice(0)) done();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    });
  }

  /** Returns when the next answer has been shown. */
  nextAnswer(): Promise<void> {
    return new Promise((resolve) => this.#shown.push(resolve));
  }

  /** Call this before each frame. Returns whether the camera has moved. */
  follow(): boolean {
    const { projectionMatrix, matrixWorldInverse } = this.#camera;
    const sees = new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse);
    if (sees.equals(this.#queried)) return false;
    this.#queried.copy(sees);
    this.#query();
    return true;
  }
}

/** Two sets of ids as one, in order. */
function joined(a: Float64Array, b: Float64Array): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(a.length + b.length);
  ids.set(a);
  ids.set(b, a.length);
  return ids.sort();
}
