import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import { CreatePickingRayToRef, Ray } from '@babylonjs/core/Culling/ray.core.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** One ray of the world, in the spaces of meshes, with the numbers that Babylon.js computes. */
export interface LocalRays {
  /**
   * Returns the ray in the space of a mesh, valid until the next call.
   *
   * @param isDistant the `enableDistantPicking` of the mesh.
   */
  to(world: Matrix, isDistant: boolean): Ray;
}

/** A ray of the user's, as for `scene.pickWithRay`. */
export class WorldRays implements LocalRays {
  readonly #local = Ray.Zero();
  readonly #inverse = new Matrix();
  #ray = Ray.Zero();

  begin(ray: Ray): void {
    this.#ray = ray;
  }

  to(world: Matrix): Ray {
    world.invertToRef(this.#inverse);
    return Ray.TransformToRef(this.#ray, this.#inverse, this.#local);
  }
}

/** The ray under a point of the canvas, as for `scene.pick`. */
export class PointerRays implements LocalRays {
  readonly #local = Ray.Zero();
  readonly #scene: Scene;
  readonly #takesDistant: boolean;
  #x = 0;
  #y = 0;
  #camera: Camera | null = null;

  /**
   * @param takesDistant whether the `enableDistantPicking` of meshes counts, with which Babylon.js computes the ray in the
   *   world first, as float32 is too coarse for meshes far away. It does for `scene.pick`, and not for `scene.multiPick`.
   */
  constructor(scene: Scene, takesDistant: boolean) {
    this.#scene = scene;
    this.#takesDistant = takesDistant;
  }

  begin(x: number, y: number, camera: Camera | null): void {
    this.#x = x;
    this.#y = y;
    this.#camera = camera;
  }

  to(world: Matrix, isDistant: boolean): Ray {
    const local = this.#local;
    CreatePickingRayToRef(
      this.#scene,
      this.#x,
      this.#y,
      world,
      local,
      this.#camera,
      false,
      this.#takesDistant && isDistant,
    );
    return local;
  }
}
