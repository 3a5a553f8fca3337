/** The radius of the tube around the curve, whose own radius is 1. */
const TUBE = 0.29;

/** A knot has so many rings for each side of its tube. */
const RINGS_A_SIDE = 8;

/** A tube of rings that closes both ways. Neighbours share their vertices, so there is no seam. */
export interface Grid {
  readonly rings: number;
  readonly sides: number;
}

/** A closed mesh that can be painted on. Ring after ring, and in each ring side after side. */
export interface Knot {
  readonly grid: Grid;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Red, green and blue of each vertex. */
  readonly colors: Uint8Array;
  readonly index: Uint32Array;
}

/** The grid that has about so many triangles. For a million it has exactly so many. */
export function gridOf(triangles: number): Grid {
  const sides = Math.max(6, Math.round(Math.sqrt(triangles / (2 * RINGS_A_SIDE))));
  return { rings: RINGS_A_SIDE * sides, sides };
}

export function makeKnot(grid: Grid): Knot {
  const vertices = grid.rings * grid.sides;
  const knot = {
    grid,
    positions: new Float32Array(3 * vertices),
    normals: new Float32Array(3 * vertices),
    colors: new Uint8Array(3 * vertices),
    index: indexOf(grid),
  };
  resetKnot(knot);
  return knot;
}

/** Makes a knot as it was at first: a trefoil without paint. */
export function resetKnot({ grid, positions, normals, colors }: Knot): void {
  colors.fill(255);
  let at = 0;
  for (let ring = 0; ring < grid.rings; ring++) {
    const { center, out, up } = frameAt(ring / grid.rings);
    for (let side = 0; side < grid.sides; side++) {
      const angle = (2 * Math.PI * side) / grid.sides;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let k = 0; k < 3; k++, at++) {
        normals[at] = cos * out[k] + sin * up[k];
        positions[at] = center[k] + TUBE * normals[at];
      }
    }
  }
}

/** Two triangles for each square of the grid. From outside they go round counter-clockwise. */
export function indexOf({ rings, sides }: Grid): Uint32Array {
  const index = new Uint32Array(6 * rings * sides);
  let at = 0;
  for (let ring = 0; ring < rings; ring++) {
    const [here, ahead] = [ring * sides, ((ring + 1) % rings) * sides];
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      index.set([here + side, here + next, ahead + side, here + next, ahead + next, ahead + side], at);
      at += 6;
    }
  }
  return index;
}

type Triple = readonly [x: number, y: number, z: number];

/** The curve at a share of its length, and two directions across it. They meet again where it closes. */
function frameAt(share: number): { center: Triple; out: Triple; up: Triple } {
  const center = trefoil(share);
  const ahead = trefoil(share + 1e-3);
  const along = normalized([ahead[0] - center[0], ahead[1] - center[1], ahead[2] - center[2]]);
  const up = normalized(cross(along, center));
  return { center, out: cross(up, along), up };
}

function trefoil(share: number): Triple {
  const angle = 4 * Math.PI * share;
  const radius = 1 + 0.5 * Math.cos(1.5 * angle);
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0.5 * Math.sin(1.5 * angle)];
}

function cross([ax, ay, az]: Triple, [bx, by, bz]: Triple): Triple {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function normalized([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
