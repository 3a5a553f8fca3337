import {
  BackSide,
  DoubleSide,
  type Intersection,
  type Material,
  Matrix3,
  type Matrix4,
  Triangle,
  Vector3,
  Vector4,
} from 'three';
import type { IndexedObject } from '../boxes/objectsById';
import type { BoxSource } from '../sources/boxSource';
import type { DrawnElements, DrawnGroup } from '../sources/drawnElements';
import type { PixelSpace } from './pixelSpace';

const rows = /* @__PURE__ */ new Matrix3();

/** An object or an instance whose box is near the pointer. */
export interface SnapCandidate {
  readonly source: BoxSource;
  readonly instance: number;
  readonly object: IndexedObject;
  readonly matrixWorld: Matrix4;
  /** Maps the candidate's own space to the screen. */
  readonly pixels: PixelSpace;
}

/** A triangle with a side near the pointer. Its material, its normal and its hit are computed only when they are read. */
export class Face {
  readonly vertices: number[];
  readonly #corners: readonly Vector3[];
  /** The place of the triangle in the index, or among the vertices: see `Elements.placeOf`. */
  readonly #at: number;
  readonly #material: DrawnElements['material'];
  /** The groups that contain the triangle. */
  readonly #groups: readonly DrawnGroup[];
  readonly #candidate: SnapCandidate;
  #materialIndex: number | null | undefined;

  constructor(
    candidate: SnapCandidate,
    at: number,
    material: DrawnElements['material'],
    groups: readonly DrawnGroup[],
    vertices: number[],
    corners: readonly Vector3[],
  ) {
    this.vertices = vertices;
    this.#corners = corners.map((corner) => corner.clone());
    this.#at = at;
    this.#material = material;
    this.#groups = groups;
    this.#candidate = candidate;
  }

  /** The fields of an `Intersection` with this triangle, for filters and clipping. */
  get hit(): Pick<Intersection, 'face' | 'faceIndex'> {
    const [a, b, c] = this.vertices;
    const { normal, materialIndex } = this;
    const face = materialIndex === null ? null : { a, b, c, normal, materialIndex };
    return { face, faceIndex: Math.floor(this.#at / 3) };
  }

  /** The normal in the candidate's own space. */
  get normal(): Vector3 {
    const [a, b, c] = this.#corners;
    return Triangle.getNormal(a, b, c, new Vector3());
  }

  /** The number of the material that draws the side facing the camera; 0 if there is one material, null if none draws it. */
  get materialIndex(): number | null {
    // Cached, as it is read for each side and each end of a side.
    if (this.#materialIndex === undefined) this.#materialIndex = this.#findMaterial();
    return this.#materialIndex;
  }

  #findMaterial(): number | null {
    const materials = [this.#material].flat();
    const { pixels, matrixWorld } = this.#candidate;
    // From the front, the corners go counterclockwise on the screen.
    const numbers = this.#corners.flatMap((corner) => {
      const { x, y, w } = pixels.place(corner, new Vector4());
      return [x, y, w];
    });
    const turn = rows.fromArray(numbers).determinant();
    const front = matrixWorld.determinant() < 0 ? -turn : turn;
    const draws = (material: Material | undefined) =>
      material !== undefined && (material.side === DoubleSide || (material.side === BackSide ? front < 0 : front > 0));
    const group = this.#groups.find(({ materialIndex = 0 }) => draws(materials.at(materialIndex)));
    return group === undefined ? null : (group.materialIndex ?? 0);
  }
}
