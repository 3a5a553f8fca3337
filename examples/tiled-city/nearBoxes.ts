import { BoxGeometry, Color, DynamicDrawUsage, Group, InstancedMesh, MeshLambertMaterial } from 'three';
import { BLOCK_BOXES } from './city/cityBlock';
import type { CityBlocks } from './city/cityBlocks';
import { KINDS } from './city/kinds';
import { paint } from './paint';

/** The boxes of the city that are drawn. They are made from the ids that a query of the file has found. */
export class NearBoxes extends Group {
  readonly #city: CityBlocks;
  readonly #geometry = new BoxGeometry();
  readonly #material = new MeshLambertMaterial();
  #mesh: InstancedMesh;

  constructor(city: CityBlocks) {
    super();
    this.#city = city;
    this.#mesh = this.#meshFor(0);
  }

  /** @param ids in order, so that each block is made once. */
  draw(ids: ArrayLike<number>, isNight: boolean): void {
    if (ids.length > this.#mesh.instanceMatrix.count) this.#mesh = this.#meshFor(ids.length);
    const matrices = this.#mesh.instanceMatrix.array;
    const color = new Color();
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const { boxes, kinds } = this.#city.blockOf(id);
      placeCube(matrices, 16 * i, boxes, 6 * (id % BLOCK_BOXES));
      this.#mesh.setColorAt(i, paint(color, KINDS[kinds[id % BLOCK_BOXES]], id, isNight));
    }
    this.#mesh.count = ids.length;
    this.#mesh.instanceMatrix.needsUpdate = true;
    if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true;
  }

  /** Replaces the mesh by one with room for more. */
  #meshFor(count: number): InstancedMesh {
    this.clear();
    // The constructor has none to dispose of.
    if (this.#mesh as InstancedMesh | undefined) this.#mesh.dispose();
    const mesh = new InstancedMesh(this.#geometry, this.#material, Math.ceil(1.5 * count) + 1000);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.count = 0;
    // They are all in view.
    mesh.frustumCulled = false;
    this.add(mesh);
    return mesh;
  }
}

/** Writes the matrix that makes a box of the cube of size 1. */
function placeCube(matrices: { [index: number]: number }, at: number, boxes: Float64Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [boxes[from + axis], boxes[from + 3 + axis]];
    matrices[at + 5 * axis] = high - low;
    matrices[at + 12 + axis] = (low + high) / 2;
  }
  matrices[at + 15] = 1;
}
