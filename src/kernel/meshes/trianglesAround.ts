import { MESH_ADDRESSES, MESH_NUMBERS, MESH_ORIGIN, NEEDS_FLOAT64, NO_HIT, RAY } from '../../bvh/layout/kernelLayout';
import { CHILD, CONTENT } from '../../bvh/layout/nodeLayout';
import { INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { placeOf, recordAt } from '../boxes/boxStore';
import { linkMargin } from '../margins/linkMargin';
import { HIT } from '../margins/meshMargin';
import { meshes, meshTable } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { beginSlotsAround, nextSlotAround, setWalkBounds, SLOT_WALK_BYTES } from '../slots/slotsAround';
import { isParted } from './partingPlane';
import { highXY, highZ, lowXY, lowZ, placeTriangle, setWorldMesh } from './worldTriangle';

const WALK: usize = memoryBase + memory.data(SLOT_WALK_BYTES, 16);

/** The triangles of the present slot that have not been tested: the place of the next one, and the place after the last. */
let nextPlace: i32 = 0;
let endPlace: i32 = 0;

/** The bounds in the world that a triangle must touch. */
let minXY: v128 = f64x2(0, 0);
let minZ: f64 = 0;
let maxXY: v128 = f64x2(0, 0);
let maxZ: f64 = 0;

/**
 * Begins a walk of the triangles of an instance whose bounds in the world come as close to a point, the origin of RAY, as a reach on
 * each axis.
 *
 * The bounds of the walk are in the space of the mesh. With N the inverse matrix, they are N·(point - translation) ± |N|·reach. A
 * triangle in the world differs from its image there by less than linkMargin, which is far more than the rounding of this.
 *
 * @param id the id of the instance.
 * @returns HIT or NEEDS_FLOAT64.
 */
export function beginTrianglesAround(id: i32, reachX: f64, reachY: f64, reachZ: f64): i32 {
  const table = meshTable + <usize>(load<u32>(meshes + (<usize>id << 2)) - 1) * (MESH_NUMBERS * 8);
  const record = recordAt(placeOf(id));
  const margin = linkMargin(table, record);
  // NaN stands for a number that has overflowed.
  if (!(margin < Infinity && reachX + reachY + reachZ < Infinity)) return NEEDS_FLOAT64;
  const x = load<f64>(memoryBase, RAY * 8);
  const y = load<f64>(memoryBase, RAY * 8 + 8);
  const z = load<f64>(memoryBase, RAY * 8 + 16);
  const toX = x - load<f64>(record, TRANSLATION * 8);
  const toY = y - load<f64>(record, TRANSLATION * 8 + 8);
  const toZ = z - load<f64>(record, TRANSLATION * 8 + 16);
  for (let axis: usize = 0; axis < 3; axis++) {
    const row = record + INVERSE * 8 + axis * 24;
    const rowX = load<f64>(row);
    const rowY = load<f64>(row, 8);
    const rowZ = load<f64>(row, 16);
    const middle = rowX * toX + rowY * toY + rowZ * toZ - load<f64>(table + (axis << 3), MESH_ORIGIN * 8);
    const reach = abs(rowX) * reachX + abs(rowY) * reachY + abs(rowZ) * reachZ + 4 * margin;
    setWalkBounds(WALK, axis << 2, middle - reach, middle + reach);
  }
  beginSlotsAround(WALK, <usize>load<u32>(table, MESH_ADDRESSES * 4), 0);
  setWorldMesh(table, record);
  minXY = f64x2(x - reachX, y - reachY);
  minZ = z - reachZ;
  maxXY = f64x2(x + reachX, y + reachY);
  maxZ = z + reachZ;
  nextPlace = 0;
  endPlace = 0;
  return HIT;
}

/** Returns the place in the mesh of the next triangle that the shape may touch, in no particular order, or NO_HIT. Writes its corners in the world to MET_CORNERS. */
export function nextTriangleAround(): i32 {
  while (true) {
    while (nextPlace < endPlace) {
      const place = nextPlace++;
      placeTriangle(place);
      if (isTouched() && !isParted()) return place;
    }
    const slotAt = nextSlotAround(WALK);
    if (slotAt == 0) return NO_HIT;
    nextPlace = ~load<i32>(slotAt, CHILD * 4);
    endPlace = nextPlace + load<i32>(slotAt, CONTENT * 4);
  }
}

/** Returns whether the bounds of the triangle that was placed last touch the bounds of the walk. */
function isTouched(): bool {
  const areTouched = v128.and(f64x2.le(lowXY, maxXY), f64x2.ge(highXY, minXY));
  return i64x2.all_true(areTouched) && lowZ <= maxZ && highZ >= minZ;
}
