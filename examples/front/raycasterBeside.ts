import {
  BoxGeometry,
  InstancedMesh,
  type Intersection,
  Matrix4,
  MeshBasicMaterial,
  type Ray,
  Raycaster,
  Sphere,
} from 'three';

/** How many boxes the Raycaster tests before the clock is read again. */
const PART = 2000;
/** What a ray has hit by the Raycaster, and how long that took in all. */
export interface Answer {
  readonly ray: Ray;
  /** The number of the box, or -1. */
  readonly box: number;
  readonly milliseconds: number;
}

/**
 * The `Raycaster` of three.js, for the same boxes. One ray takes longer than a frame, so it goes on for a little in
 * each frame, and the page stays smooth. The time counts only its own work.
 */
export class RaycasterBeside {
  readonly #still: Float32Array;
  readonly #moving: Float32Array;
  readonly #raycaster = new Raycaster();
  readonly #parts: InstancedMesh[] = [];
  readonly #hits: Intersection[] = [];
  readonly #geometry = new BoxGeometry();
  readonly #material = new MeshBasicMaterial();
  #milliseconds = 0;
  #next = 0;

  /** @param still boxes that never move, @param moving boxes that have the numbers after these. 6 numbers a box. */
  constructor(still: Float32Array, moving: Float32Array) {
    this.#still = still;
    this.#moving = moving;
  }

  /**
   * Goes on with a ray. A finished ray has been cast among the boxes as they are now: those that move come last, in one
   * frame. Null while it is not finished.
   *
   * @param ray is taken if no ray is on its way.
   * @param budget how long to go on, in milliseconds.
   */
  step(ray: Ray, budget: number): Answer | null {
    const count = this.#still.length / 6;
    if (this.#next === 0) this.#raycaster.ray.copy(ray);
    const start = performance.now();
    while (this.#next < count) {
      this.#test(this.#partAt(this.#next), this.#next);
      this.#next += PART;
      if (performance.now() - start > budget) return null;
    }
    this.#test(this.#meshOf(this.#moving), count);
    return this.#finish();
  }

  /** Tests the boxes of a mesh, whose first box has a number. */
  #test(mesh: InstancedMesh, first: number): void {
    const start = performance.now();
    const hits = this.#raycaster.intersectObject(mesh);
    this.#milliseconds += performance.now() - start;
    for (const hit of hits) this.#hits.push({ ...hit, instanceId: first + (hit.instanceId ?? 0) });
  }

  #finish(): Answer {
    const [closest] = this.#hits.sort((a, b) => a.distance - b.distance);
    const answer = {
      ray: this.#raycaster.ray.clone(),
      box: this.#hits.length > 0 ? (closest.instanceId ?? -1) : -1,
      milliseconds: this.#milliseconds,
    };
    this.#hits.length = 0;
    this.#milliseconds = 0;
    this.#next = 0;
    return answer;
  }

  #partAt(first: number): InstancedMesh {
    return (this.#parts[first / PART] ??= this.#meshOf(this.#still.subarray(6 * first, 6 * (first + PART))));
  }

  #meshOf(boxes: Float32Array): InstancedMesh {
    const count = boxes.length / 6;
    const mesh = new InstancedMesh(this.#geometry, this.#material, count);
    // A part must not be skipped as a whole: in a scene it would be one mesh with all boxes.
    mesh.boundingSphere = new Sphere(undefined, Infinity);
    const matrix = new Matrix4();
    for (let box = 0; box < count; box++) {
      const [minX, minY, minZ, maxX, maxY, maxZ] = boxes.subarray(6 * box, 6 * box + 6);
      matrix.makeScale(maxX - minX, maxY - minY, maxZ - minZ);
      matrix.setPosition((minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2);
      mesh.setMatrixAt(box, matrix);
    }
    return mesh;
  }
}
