import {
  InstancedMesh,
  Matrix4,
  Mesh,
  type BufferGeometry,
  type ColorRepresentation,
  MeshStandardMaterial,
} from 'three';
import { colorOfCopy } from './copies';

const NOWHERE = new Matrix4().makeScale(0, 0, 0);

/** Copies of a knot, drawn with few triangles. One of them can be drawn with all of its triangles. */
export class CopiesPicture extends InstancedMesh {
  readonly #matrices: Float32Array;
  readonly #whole: Mesh<BufferGeometry, MeshStandardMaterial>;
  #copy = -1;

  constructor(coarse: BufferGeometry, fine: BufferGeometry, matrices: Float32Array) {
    const count = matrices.length / 16;
    super(coarse, knotMaterial('white'), count);
    this.#matrices = matrices;
    this.instanceMatrix.array.set(matrices);
    for (let copy = 0; copy < count; copy++) this.setColorAt(copy, colorOfCopy(copy, count));
    this.frustumCulled = false;
    this.#whole = new Mesh(fine, knotMaterial('white'));
    this.#whole.matrixAutoUpdate = false;
    this.#whole.frustumCulled = false;
    this.#whole.visible = false;
    this.add(this.#whole);
  }

  /** Draws this copy with all of its triangles, and the others with few. -1 for none. */
  showWhole(copy: number): void {
    if (copy === this.#copy) return;
    const [before, matrix] = [this.#copy, new Matrix4()];
    if (before >= 0) this.#place(before, matrix.fromArray(this.#matrices, 16 * before));
    this.#copy = copy;
    this.#whole.visible = copy >= 0;
    if (copy < 0) return;
    this.#place(copy, NOWHERE);
    this.#whole.matrix.fromArray(this.#matrices, 16 * copy);
    this.getColorAt(copy, this.#whole.material.color);
  }

  #place(copy: number, matrix: Matrix4): void {
    this.setMatrixAt(copy, matrix);
    this.instanceMatrix.addUpdateRange(16 * copy, 16);
    this.instanceMatrix.needsUpdate = true;
  }
}

export function knotMaterial(color: ColorRepresentation): MeshStandardMaterial {
  return new MeshStandardMaterial({ vertexColors: true, color, roughness: 0.4 });
}
