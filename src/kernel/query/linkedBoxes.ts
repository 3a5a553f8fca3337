import { CANDIDATE_BOUND, HIT_T, MESH_NUMBERS, NEEDS_FLOAT64, NO_HIT } from '../../bvh/layout/kernelLayout';
import { linkMargin } from '../margins/linkMargin';
import { HIT } from '../margins/meshMargin';
import { LARGEST, limitOf } from '../margins/rayMargin';
import { memoryBase } from '../memory/workingMemory';
import { enterMeshAt, MESH_RAY } from '../meshes/meshRay';
import { candidateCount, leastCandidate, writeCandidates, writeNoCandidates } from '../meshes/triangleCandidates';
import { walkCandidates } from '../meshes/walkMesh';

/**
 * How linked boxes are put in order among the candidates along a ray (candidatesAlongRay.ts). When a linked box is the
 * nearest thing ahead, its mesh is searched. If triangles are found, the box is put back, marked as tested, at the least
 * t of them, and is a candidate when it is the nearest again. The triangles of one box at a time are kept, the nearest
 * ones. While they are, other boxes are searched only up to the t at which one of them is certainly hit. A box without
 * triangles until then is put back behind that t, untested, because the visitor may refuse the kept triangles.
 */

/** The address of the number of each id's link, or 0 if no links count: see bvh/meshes/meshLinks.ts. */
let links: usize = 0;
/** The address of the table of linked meshes. */
let linkTable: usize = 0;
/** The address of the epoch in which each linked mesh was verified. Only a mesh verified in this epoch is searched. */
let verified: usize = 0;
let presentEpoch: u32 = 0;
/** Whether the triangles of a linked box that come after a certain hit are listed, too. */
let listsAllTriangles: bool = false;

/**
 * The linked box whose triangles are listed in the exchanged numbers and are the nearest found so far, or NO_HIT. Then
 * the least t at which the ray may hit one of these triangles, and the t at which the ray certainly hits one.
 */
let listedId: i32 = NO_HIT;
let listedLow: f32 = 0;
let listedBound: f64 = Infinity;

/** What becomes of a linked box: it is the next candidate, is dropped, or is put back at the t in {@link putBackAt}. */
export const LEAVE: i32 = 0;
export const DROP: i32 = 1;
export const PUT_BACK: i32 = 2;
export const PUT_BACK_TESTED: i32 = 3;
export let putBackAt: f32 = 0;

/** Makes links not count, until {@link followLinks}. */
export function endLinks(): void {
  links = 0;
  listedId = NO_HIT;
}

/** Makes links count. Call it before each candidate: a visitor may have moved the arrays. */
export function followLinks(numbers: usize, table: usize, verifiedEpochs: usize, epoch: u32, listsAll: bool): void {
  links = numbers;
  linkTable = table;
  verified = verifiedEpochs;
  presentEpoch = epoch;
  listsAllTriangles = listsAll;
}

/** Returns the number of the mesh that a box is linked to, plus 1. 0 without a link. */
export function linkOf(id: i32): u32 {
  return links == 0 ? 0 : load<u32>(links + (<usize>id << 2));
}

/**
 * Searches the mesh of a linked box that is the nearest thing ahead. Returns what becomes of the box.
 *
 * @param link the number of the mesh, plus 1.
 * @param record the address of the box's record.
 * @param t the t at which the box lies ahead.
 * @param wasTested whether the box was put back by PUT_BACK_TESTED.
 * @param limit the largest t that counts.
 */
export function testLinkedBox(id: i32, link: u32, record: usize, t: f32, wasTested: bool, limit: f64): i32 {
  if (wasTested && id == listedId) {
    listedId = NO_HIT;
    return LEAVE;
  }
  // The t up to which to search: the kept triangles of another box are certainly hit there. A box that was put back has to
  // be searched to the limit, as it is the next candidate.
  const before = listedId == NO_HIT || wasTested ? Infinity : listedBound;
  const isVerified = load<u32>(verified + (<usize>(link - 1) << 2)) == presentEpoch;
  const table = linkTable + <usize>(link - 1) * (MESH_NUMBERS * 8);
  const near = isVerified ? castAtLink(table, record, min(limit, before)) : UNLISTED;
  if (near == MISSED) {
    if (!(before < limit)) return DROP;
    // The mesh was searched only up to the certain hit of the kept triangles. Should the visitor refuse these, the rest of
    // this mesh counts again.
    putBackAt = max(t, limitOf(before));
    return PUT_BACK;
  }
  const isNearest = listedId == NO_HIT || near < listedLow || wasTested;
  if (isNearest) {
    if (near == UNLISTED) writeNoCandidates();
    else writeCandidates();
  }
  if (wasTested || near == UNLISTED) {
    store<f64>(memoryBase, <f64>t, HIT_T * 8);
    listedId = NO_HIT;
    return LEAVE;
  }
  if (isNearest) {
    listedId = id;
    listedLow = near;
    listedBound = load<f64>(memoryBase, CANDIDATE_BOUND * 8);
  }
  putBackAt = near;
  return PUT_BACK_TESTED;
}

/** What {@link castAtLink} returns if the ray hits no triangle, or if JavaScript must find the triangles. */
const MISSED: f32 = Infinity;
const UNLISTED: f32 = -Infinity;
/** Beyond this t, float32 does not order boxes as limitOf assumes. */
const FARTHEST: f32 = LARGEST / 2;

/**
 * Lists the triangles of a linked mesh that RAY may hit first: see triangleCandidates.ts. Returns the least t at which RAY
 * may hit one of them, MISSED or UNLISTED.
 *
 * @param table the address of the mesh's table entry.
 */
function castAtLink(table: usize, record: usize, limit: f64): f32 {
  const margin = linkMargin(table, record);
  if (margin == Infinity) return UNLISTED;
  const entered = enterMeshAt(MESH_RAY, table, record, limit, f32x4.splat(<f32>(2 * margin)));
  if (entered == NEEDS_FLOAT64) return UNLISTED;
  if (entered != HIT) return MISSED;
  walkCandidates(MESH_RAY, margin, listsAllTriangles);
  if (candidateCount == 0) return MISSED;
  const near = leastCandidate();
  return near < <f64>FARTHEST ? <f32>near : UNLISTED;
}
