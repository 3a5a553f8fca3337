import {
  BackSide,
  DoubleSide,
  type Intersection,
  Matrix3,
  type Matrix4,
  type Side,
  Triangle,
  Vector3,
  Vector4,
} from 'three';
import { materialOf } from '../meshes/drawnGroups';
import type { IndexedObject } from '../boxes/objectsById';
import type { BoxSource } from '../sources/boxSource';
import type { DrawnElements, DrawnGroup } from '../sources/drawnElements';
import type { PixelSpace } from './pixelSpace';

const rows = /* @__PURE__ */ new Matrix3();

/** An object or an instance whose box is near the pointer, so that the pointer may snap to it. */
export interface SnapCandidate {
  readonly source: BoxSource;
  readonly instance: number;
  readonly object: IndexedObject;
  readonly matrixWorld: Matrix4;
  /** Maps the own space of the object or instance to the screen. */
  readonly pixels: PixelSpace;
}

/** A triangle with a side drawn near the pointer. Its material, normal and hit are computed only when they are read. */
export class Face {
  readonly vertices: number[];
  readonly #corners: readonly Vector3[];
  /** Where the triangle starts in the geometry's index, or among its vertices: see `Elements.placeOf`. */
  readonly #at: number;
  readonly #material: DrawnElements['material'];
  /** The groups of the geometry that contain the triangle: each has a material. */
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

  /** The fields `face` and `faceIndex` of an `Intersection` with this triangle. Filters and clipping read them. */
  get hit(): Pick<Intersection, 'face' | 'faceIndex'> {
    const [a, b, c] = this.vertices;
    const { normal, materialIndex } = this;
    const face = materialIndex === null ? null : { a, b, c, normal, materialIndex };
    return { face, faceIndex: Math.floor(this.#at / 3) };
  }

  /** The normal of the triangle, in the own space of its object or instance. */
  get normal(): Vector3 {
    const [a, b, c] = this.#corners;
    return Triangle.getNormal(a, b, c, new Vector3());
  }

  /** The number of the material that draws the triangle's side towards the camera. 0 for a single material, null for none. */
  get materialIndex(): number | null {
    // The number of the material is cached, as it is read for each side of the triangle and for both ends of each side.
    if (this.#materialIndex === undefined) this.#materialIndex = this.#findMaterial();
    return this.#materialIndex;
  }

  #findMaterial(): number | null {
    const { pixels, matrixWorld } = this.#candidate;
    // If the front of the triangle faces the camera, its corners go counterclockwise on the screen.
    const numbers = this.#corners.flatMap((corner) => {
      const { x, y, w } = pixels.place(corner, new Vector4());
      return [x, y, w];
    });
    const turn = rows.fromArray(numbers).determinant();
    const front = matrixWorld.determinant() < 0 ? -turn : turn;
    const draws = (side: Side | undefined) => side === DoubleSide || (side === BackSide ? front < 0 : front > 0);
    const group = this.#groups.find((each) => draws(materialOf(each, this.#material)?.side));
    return group === undefined ? null : (group.materialIndex ?? 0);
  }
}
