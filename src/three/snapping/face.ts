import { BackSide, DoubleSide, type Intersection, type Material, Matrix3, Triangle, Vector3, Vector4 } from 'three';
import type { DrawnElements, DrawnGroup } from '../sources/drawnElements';
import type { Part } from './part';

const rows = /* @__PURE__ */ new Matrix3();

/** A triangle with a side near the pointer. What few need of it is computed when it is asked for. */
export class Face {
  readonly vertices: number[];
  readonly #corners: readonly Vector3[];
  /** Where it begins in the index, or among the vertices. */
  readonly #at: number;
  readonly #material: DrawnElements['material'];
  /** Those that it is a triangle of. */
  readonly #groups: readonly DrawnGroup[];
  readonly #part: Part;
  #materialIndex: number | null | undefined;

  constructor(
    part: Part,
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
    this.#part = part;
  }

  /** What a hit tells of it, for filters and clipping. */
  get hit(): Pick<Intersection, 'face' | 'faceIndex'> {
    const [a, b, c] = this.vertices;
    const { normal, materialIndex } = this;
    const face = materialIndex === null ? null : { a, b, c, normal, materialIndex };
    return { face, faceIndex: Math.floor(this.#at / 3) };
  }

  /** In the part's own space. */
  get normal(): Vector3 {
    const [a, b, c] = this.#corners;
    return Triangle.getNormal(a, b, c, new Vector3());
  }

  /** The material that draws the side that the camera sees: its number, 0 if there is only one, or null if none does. */
  get materialIndex(): number | null {
    // Each side asks for it, and each end of a side.
    if (this.#materialIndex === undefined) this.#materialIndex = this.#findMaterial();
    return this.#materialIndex;
  }

  #findMaterial(): number | null {
    const materials = [this.#material].flat();
    const { pixels, matrixWorld } = this.#part;
    // Seen from the front, the corners go round the screen counterclockwise.
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
