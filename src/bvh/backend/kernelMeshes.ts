import { triangleScratchBytes } from '../memory/buildMemory';
import { SLOT_TRIANGLES } from '../layout/nodeLayout';
import { ScratchSpace } from '../memory/scratchSpace';
import type { UnbuiltMesh } from '../meshes/triangleBuild';
import type { VertexBlend, TriangleOperations } from '../meshes/triangleOperations';
import { type IndexedCorners, placeCorners } from '../meshes/placeCorners';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { Nodes } from '../tree/nodes';
import type { BoundKernel } from './boundKernel';

/** Returns the operations that build and refit the trees of meshes with the kernel: see TriangleOperations. */
export function kernelTriangles(kernel: BoundKernel): TriangleOperations {
  const { functions } = kernel;
  const scratches = new MeshScratch(kernel);
  return {
    build: (mesh) => {
      try {
        return buildNodes(kernel, scratches, mesh);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // Released blocks leave gaps in the memory. Compaction joins the gaps, which may make room for the build.
        kernel.memory.compact();
        return buildNodes(kernel, scratches, mesh);
      }
    },
    place: (mesh, positions) => {
      try {
        return placeByKernel(kernel, scratches, mesh, positions);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // The kernel's memory has no room for a copy of the vertex positions, so JavaScript places the corners.
        return placeCorners(mesh, positions);
      }
    },
    refit: ({ nodes, corners, measure: { origin } }) =>
      functions.refitTriangles(
        nodes.float32.byteOffset,
        nodes.count,
        corners.byteOffset,
        Number(corners.BYTES_PER_ELEMENT === 8),
        origin[0],
        origin[1],
        origin[2],
      ),
    blend: kernelBlend(kernel),
    sumAreas: ({ nodes }) => {
      kernel.bindNodes(nodes);
      return functions.sumAreas(0, nodes.count, 1);
    },
  };
}

/** The scratch space in which meshes are built. Few bytes are kept for the next mesh: scenes may have very many small meshes. */
class MeshScratch {
  readonly #memory: WasmAllocator;
  readonly #kept: ScratchSpace;

  constructor({ memory }: BoundKernel) {
    this.#memory = memory;
    this.#kept = new ScratchSpace(memory);
  }

  take(byteLength: number): ScratchSpace {
    const isKept = byteLength <= KEPT_BYTES;
    const scratch = isKept ? this.#kept : new ScratchSpace(this.#memory);
    scratch.reserve(isKept ? KEPT_BYTES : byteLength);
    return scratch;
  }

  giveBack(scratch: ScratchSpace): void {
    if (scratch !== this.#kept) scratch.release();
  }
}

const KEPT_BYTES = 2 ** 15;

const BOX_BYTES = 6 * 8;

function placeByKernel(
  { functions }: BoundKernel,
  scratches: MeshScratch,
  mesh: IndexedCorners,
  positions: Float32Array | Float64Array,
): Float64Array {
  const { BYTES_PER_ELEMENT } = mesh.corners;
  const isFloat64 = BYTES_PER_ELEMENT === 8;
  // The kernel may read one number beyond the last vertex position.
  const scratch = scratches.take(BOX_BYTES + (positions.length + 1) * BYTES_PER_ELEMENT);
  try {
    // No memory is allocated after this line, so views of the memory stay valid.
    const { corners, words, triangleCount } = mesh;
    const { buffer } = scratch.words;
    const { byteOffset } = scratch;
    const copy = isFloat64
      ? new Float64Array(buffer, byteOffset + BOX_BYTES, positions.length)
      : new Float32Array(buffer, byteOffset + BOX_BYTES, positions.length);
    copy.set(positions);
    functions.placeCorners(
      byteOffset + BOX_BYTES,
      words.byteOffset + 4 * triangleCount,
      words.length - triangleCount,
      corners.byteOffset,
      Number(isFloat64),
      byteOffset,
    );
    return new Float64Array(buffer, byteOffset, 6).slice();
  } finally {
    scratches.giveBack(scratch);
  }
}

/** Returns a function of the kernel that transforms skinned vertices by their bones: see TriangleOperations. */
function kernelBlend({ functions, memory }: BoundKernel): VertexBlend {
  return ({ vertices, bones, weights, matrices, last }, positions) => {
    const scratch = new ScratchSpace(memory);
    try {
      const parts = [new Float64Array(6), positions, vertices, weights, matrices, last ?? new Float64Array(0), bones];
      scratch.reserve(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
      const { buffer } = scratch.words;
      let end = scratch.byteOffset;
      const [boxAt, positionsAt, verticesAt, weightsAt, matricesAt, lastAt, bonesAt] = parts.map((part) => {
        const at = end;
        end += part.byteLength;
        if (part === bones) new Uint32Array(buffer, at, part.length).set(part);
        else if (part !== positions) new Float64Array(buffer, at, part.length).set(part);
        return at;
      });
      const isFinite = functions.blendVertices(
        verticesAt,
        vertices.length / 3,
        bonesAt,
        weightsAt,
        matricesAt,
        last === null ? 0 : lastAt,
        positionsAt,
        boxAt,
      );
      positions.set(new Float64Array(buffer, positionsAt, positions.length));
      return isFinite === 0 ? null : new Float64Array(buffer, boxAt, 6).slice();
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    } finally {
      scratch.release();
    }
  };
}

/**
 * How many references or nodes a call of the kernel takes. An engine compiles hot functions anew while they run, but a
 * call that has begun runs the old code to its end: in one call for all, the first build of a page took longer.
 */
const AT_ONCE = 8192;

function buildNodes(kernel: BoundKernel, scratches: MeshScratch, mesh: UnbuiltMesh): Nodes {
  const { functions, memory } = kernel;
  const { origin } = mesh.measure;
  const count = mesh.triangles.length;
  const isFloat64 = Number(mesh.corners.BYTES_PER_ELEMENT === 8);
  const scratch = scratches.take(triangleScratchBytes(count));
  const nodes = new Nodes(memory, 0);
  let isFinished = false;
  try {
    functions.bindBuild(scratch.byteOffset, count);
    functions.writeTriangleReferences(count, mesh.corners.byteOffset, isFloat64, origin[0], origin[1], origin[2]);
    functions.shareSlots(SLOT_TRIANGLES);
    functions.beginSplit(0, count, 0, 0, 0);
    while (functions.splitRanges(AT_ONCE) <= 0);
    functions.beginPlan(0);
    while (functions.planSlots(AT_ONCE) <= 0);
    nodes.resize(1 + functions.nodesBelow(0));
    functions.bindBuild(scratch.byteOffset, count);
    kernel.bindNodes(nodes);
    functions.beginCollapse(0, 0, 0, 1);
    while (functions.makeNodes(AT_ONCE) <= 0);
    functions.fitTriangleNodes(nodes.count);
    const { corners, triangles, vertices } = mesh;
    functions.reorder(corners.byteOffset, count, 9 * corners.BYTES_PER_ELEMENT);
    functions.reorder(triangles.byteOffset, count, 4);
    if (vertices !== null) functions.reorder(vertices.byteOffset, count, 12);
    isFinished = true;
    return nodes;
  } finally {
    functions.shareSlots(1);
    scratches.giveBack(scratch);
    if (!isFinished) nodes.release();
  }
}
