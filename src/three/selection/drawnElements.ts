import { type BatchedMesh, type BufferGeometry, type Matrix4, type Object3D, Vector3 } from 'three';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from '../sources/boxSource';

interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material?: unknown;
  readonly morphTargetInfluences?: readonly number[];
  /** Where bones and morph targets move a vertex to. Only meshes have it. */
  getVertexPosition?(vertex: number, target: Vector3): Vector3;
}

/** DrawnElements that follow one another: where the first begins, in the index or among the vertices, and where the last ends. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly materialIndex?: number | undefined;
}

const corner = /* @__PURE__ */ new Vector3();

/** What an object or instance is drawn as: triangles, segments or points. */
export class DrawnElements {
  readonly runs: readonly Run[];
  /** How many corners each has. */
  readonly size: number;
  /** From the beginning of one element to that of the next. */
  readonly step: number;
  /** Whether the last vertex of a run begins a segment too: to the first. */
  readonly isLoop: boolean;
  /** The geometry, if it has the triangles as they are. Null if bones, morph targets, groups or batches say more about them. */
  readonly plainGeometry: BufferGeometry | null;
  readonly #object: DrawnObject;
  readonly #geometry: BufferGeometry;
  readonly #matrix: Matrix4;
  /** Whether the geometry has the vertices where they are drawn: no bones and morph targets move them. */
  readonly #isAsItIs: boolean;
  readonly #corners: number[] = [];

  private constructor(object: DrawnObject, geometry: BufferGeometry, size: number, instance: number, matrix: Matrix4) {
    this.#object = object;
    this.#geometry = geometry;
    this.#matrix = matrix;
    this.size = size;
    this.step = 'isLine' in object && !('isLineSegments' in object) ? 1 : size;
    this.isLoop = 'isLineLoop' in object;
    const isBatch = 'isBatchedMesh' in object;
    const hasGroups = Array.isArray(object.material) && size === 3;
    const isMoved = 'isSkinnedMesh' in object || object.morphTargetInfluences !== undefined;
    this.#isAsItIs = geometry !== object.geometry || !isMoved;
    this.plainGeometry = size < 3 || isBatch || hasGroups || !this.#isAsItIs ? null : geometry;
    const whole = drawnRange(geometry);
    if (isBatch) {
      const batch = object as unknown as BatchedMesh;
      const range = batch.getGeometryRangeAt(batch.getGeometryIdAt(instance)) as { start: number; count: number };
      this.runs = [{ start: range.start, end: range.start + range.count }];
    } else if (hasGroups) {
      this.runs = geometry.groups.map(({ start, count, materialIndex }) => {
        return { start: Math.max(start, whole.start), end: Math.min(start + count, whole.end), materialIndex };
      });
    } else this.runs = [whole];
  }

  /**
   * @param matrix places them in the world.
   * @returns null if nothing is known of the object but its box.
   */
  static of(source: BoxSource, instance: number, matrix: Matrix4): DrawnElements | null {
    const object: DrawnObject = source.object;
    // A mesh that has been posed has its vertices in a geometry of their own.
    const posed = source.instanceName === null ? source.triangles?.(object, instance) : null;
    const geometry = posed?.geometry ?? object.geometry;
    // Wide lines are meshes of one segment, which a shader repeats.
    const isMesh = 'isMesh' in object && !('isLineSegments2' in object);
    const size = isMesh ? 3 : 'isLine' in object ? 2 : 'isPoints' in object ? 1 : 0;
    const isKnown = size > 0 && geometry?.attributes.position !== undefined;
    return isKnown ? new DrawnElements(object, geometry, size, instance, matrix) : null;
  }

  /** The corners of an element in the world, x y z each. Valid until the next call. */
  cornersAt(first: number, { start, end }: Run): number[] {
    const { index, attributes } = this.#geometry;
    for (let k = 0; k < this.size; k++) {
      const at = first + k < end ? first + k : start;
      const vertex = index === null ? at : index.getX(at);
      if (this.#isAsItIs) corner.fromBufferAttribute(attributes.position, vertex);
      else this.#object.getVertexPosition?.(vertex, corner);
      corner.applyMatrix4(this.#matrix).toArray(this.#corners, 3 * k);
    }
    return this.#corners;
  }

  /** Visits the elements of a run, by where they begin, until a visit returns true. */
  someIn({ start, end }: Run, visit: (first: number) => boolean): void {
    const last = this.isLoop ? end - 1 : end - this.size;
    for (let first = start; first <= last; first += this.step) if (visit(first)) return;
  }
}
