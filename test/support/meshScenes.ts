import { type Aabb, BoxScene, type Mesh, type Obb, type Sphere, type Triangle } from 'slabtree';
import { cubes, icosphere } from './closedMeshes';
import { backends } from './compare';
import { obb } from './loop';
import { type Linear, IDENTITY, placed, rotation, transform } from './matrices';
import { createMeshLoop, type LoopMesh, type MeshLoop, worldTriangles } from './meshLoop';
import type { Random } from './random';
import { triangleOf, triangleOn } from './trianglePairs';
import type { Corners } from './triangles';
import { each, type Triple, vec } from './triple';

/** The numbers of a mesh as scenes take them, and the same for the loop. */
export interface MadeMesh {
  readonly positions: Float32Array | Float64Array;
  readonly index: Uint16Array | Uint32Array | undefined;
  readonly loop: LoopMesh;
}

export const meshKinds = [
  'a soup',
  'a sphere',
  'cubes of a lattice',
  'slivers',
  'degenerate ones',
  'far ones',
  'ones of all sizes',
] as const;
export type MeshKind = (typeof meshKinds)[number];

/** A mesh of one kind, in either precision, with an index or without. */
export function meshAmong(random: Random, kind: MeshKind): MadeMesh {
  const isWide = random.chance(0.3);
  const { vertices, triangles } = verticesOf(random, kind);
  const Positions = isWide ? Float64Array : Float32Array;
  if (random.chance(0.3)) {
    return meshOf(Positions.from(triangles.flat().flatMap((vertex) => vertices[vertex])), undefined);
  }
  const Index = random.chance(0.5) ? Uint16Array : Uint32Array;
  return meshOf(Positions.from(vertices.flat()), Index.from(triangles.flat()));
}

/** The mesh of these numbers. */
export function meshOf(positions: Float32Array | Float64Array, index: Uint16Array | Uint32Array | undefined): MadeMesh {
  return { positions, index, loop: { triangles: trianglesOf(positions, index) } };
}

export function trianglesOf(positions: Float32Array | Float64Array, index?: Uint16Array | Uint32Array): Corners[] {
  const count = (index?.length ?? positions.length / 3) / 3;
  const corner = (i: number): Triple => {
    const at = 3 * (index === undefined ? i : index[i]);
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  return Array.from({ length: count }, (_, i) => [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)]);
}

interface Triangles {
  readonly vertices: Triple[];
  readonly triangles: (readonly [number, number, number])[];
}

function verticesOf(random: Random, kind: MeshKind): Triangles {
  if (kind === 'a sphere') {
    const { vertices, triangles } = icosphere(random.below(3), random);
    return { vertices: [...vertices], triangles: [...triangles] };
  }
  if (kind === 'cubes of a lattice') {
    const { vertices, triangles } = cubes(1 + random.below(12), random);
    return { vertices: [...vertices], triangles: [...triangles] };
  }
  const count = 1 + random.below(60);
  if (kind === 'far ones') {
    const from = random.triple(-1e7, 1e7);
    return loose(count, () => each((k) => from[k] + random.between(-3, 3)));
  }
  if (kind === 'ones of all sizes') {
    const about = (middle: Triple, size: number): Triple => each((k) => middle[k] + random.between(-size, size));
    const vertices: Triple[] = [];
    for (let i = 0; i < count; i++) {
      const size = random.magnitude(1e-9, 1e9);
      const middle = about([0, 0, 0], random.pick([size, 3, 1e9]));
      vertices.push(about(middle, size), about(middle, size), about(middle, size));
    }
    return numbered(vertices);
  }
  if (kind === 'slivers') {
    const vertices: Triple[] = [];
    for (let i = 0; i < count; i++) {
      const a = random.triple(-2, 2);
      const along = random.direction();
      vertices.push(
        a,
        each((k) => a[k] + 3 * along[k]),
        each((k) => a[k] + along[k] + random.between(-1e-6, 1e-6)),
      );
    }
    return numbered(vertices);
  }
  if (kind === 'degenerate ones') {
    // Few corners, so that many triangles are equal, lines or points.
    const corners = Array.from({ length: 6 }, () => each(() => random.below(3)));
    const pick = (): number => random.below(6);
    return { vertices: corners, triangles: Array.from({ length: count }, () => [pick(), pick(), pick()] as const) };
  }
  return loose(count, () => {
    const corner = random.triple(-2, 2);
    return random.chance(0.5) ? corner : each((k) => Math.round(corner[k]));
  });
}

function loose(count: number, corner: () => Triple): Triangles {
  return numbered(Array.from({ length: 3 * count }, corner));
}

function numbered(vertices: Triple[]): Triangles {
  return {
    vertices,
    triangles: Array.from({ length: vertices.length / 3 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2] as const),
  };
}

/** A matrix that places a mesh: near or far, turned, mirrored, sheared, or of very different sizes on its axes. */
export function matrixAmong(random: Random): number[] {
  const linear = random.pick<() => Linear>([
    () => IDENTITY,
    () => IDENTITY.map((value, at) => (at === 0 ? -value : value)),
    () => rotation(random),
    () => rotation(random).map((value) => value + random.between(-0.6, 0.6)),
    () => rotation(random).map((value, at) => value * 10 ** (3 * (Math.floor(at / 3) - 1))),
    () => IDENTITY.map((value) => value * random.magnitude(1e-3, 1e3)),
  ])();
  const at = random.chance(0.2) ? random.triple(-1e6, 1e6) : random.triple(-3, 3);
  const matrix = placed(linear, random.chance(0.3) ? each((k) => Math.round(at[k])) : at);
  return obb([0, 0, 0], [1, 1, 1], matrix) === null ? placed(IDENTITY, at) : matrix;
}

/** A ray at the triangles of a loop: at corners, along edges, through the middle, or past them. */
export function rayAtMeshes(random: Random, loop: MeshLoop): { origin: Triple; direction: Triple } {
  const instances = [...loop.instances.values()];
  const { mesh, matrix } = random.pick(instances);
  const [a, b, c] = random.pick(mesh.triangles).map((corner) => transform(matrix, corner));
  const share = random.pick([0, 0, 0.25, 0.5, random.next()]);
  const other = random.pick([0, 0, 0.25, (1 - share) * random.next()]);
  const target = each((k) => a[k] + share * (b[k] - a[k]) + other * (c[k] - a[k]));
  const size = Math.max(1e-9, ...each((k) => Math.abs(b[k] - a[k]) + Math.abs(c[k] - a[k])));
  const away = random.pick<() => Triple>([
    () => each((k) => (k === random.axis() ? random.sign() : 0)),
    () => random.direction(),
    () => each((k) => b[k] - a[k]),
    () => each(() => random.below(3) - 1),
  ])();
  const far = size * random.pick([0, 0.5, 1, 3, 1000]);
  const origin = each((k) => target[k] - far * away[k]);
  const speed = random.pick([1, 1, 0.37, -1, 100]);
  const direction = each((k) => speed * (random.chance(0.5) ? away[k] : target[k] - origin[k]));
  return direction.every((value) => value === 0) ? { origin, direction: [0, 0, 1] } : { origin, direction };
}

/** Scenes with the same content, one of each backend, and the loop over it. */
export interface MeshScenes {
  readonly scenes: BoxScene[];
  readonly loop: MeshLoop;
}

/** A point near a triangle of an instance: a corner, on an edge, or beside it. */
export function pointAmong(random: Random, { loop }: MeshScenes): Triple {
  const [a, b, c] = random.pick(worldTriangles(random.pick([...loop.instances.values()])));
  const share = random.pick([0, 0.5, random.next()]);
  const by = random.pick([0, 0, 1e-3, 1, 100, 1e5]);
  const beside = random.triple(-by, by);
  return each((k) => a[k] + share * (random.chance(0.5) ? b[k] - a[k] : c[k] - a[k]) + beside[k]);
}

/** A box, a sphere or an oriented box that may overlap triangles: near one, or anywhere. */
export function shapeAmong(random: Random, made: MeshScenes): Aabb | Obb | Sphere {
  const center = pointAmong(random, made);
  const size = random.pick([0, 0.01, 1, 10]);
  return random.pick([
    { min: vec(each((k) => center[k] - size)), max: vec(each((k) => center[k] + size)) },
    { center: vec(center), radius: size },
    { min: vec([-size, -size, -size]), max: vec([size, size, size]), matrix: matrixAmong(random) },
  ]);
}

/** A triangle that touches one of the scenes' triangles or lies in its plane, exactly or nearly: see {@link triangleOn}. */
export function triangleAmong(random: Random, { loop }: MeshScenes): Triangle {
  const corners = random.pick(worldTriangles(random.pick([...loop.instances.values()])));
  const size = random.pick([0.1, 1, 10]);
  const middle = random.pick(corners);
  return triangleOf(triangleOn(random, corners, () => each((k) => middle[k] + random.between(-size, size))));
}

/** Scenes of a few instances of a few meshes, and a few boxes. */
export function meshScenesOf(random: Random, kind: MeshKind): MeshScenes {
  const scenes = backends.map((backend) => new BoxScene({ backend }));
  const loop = createMeshLoop();
  const meshes = Array.from({ length: 1 + random.below(3) }, () => meshAmong(random, kind));
  const added = scenes.map((scene) => meshes.map(({ positions, index }) => scene.addMesh(positions, index)));
  const count = random.pick([1, 3, 12, 40]);
  const nested = random.chance(0.2) ? matrixAmong(random) : null;
  for (let i = 0; i < count; i++) {
    const which = random.below(meshes.length);
    const mask = random.pick([1, 2, 3, 0xffffffff]);
    const matrix = nested ?? matrixAmong(random);
    addInstance(
      scenes,
      added.map((meshes) => meshes[which]),
      matrix,
      mask,
      meshes[which].loop,
      loop,
    );
  }
  return { scenes, loop };
}

export function addInstance(
  scenes: readonly BoxScene[],
  meshes: readonly Mesh[],
  matrix: number[],
  mask: number,
  mesh: LoopMesh,
  loop: MeshLoop,
): number {
  const ids = scenes.map((scene, i) => scene.addInstance(meshes[i], matrix, mask));
  if (ids.some((id) => id !== ids[0])) throw new Error(`ids differ: ${ids.join()}`);
  loop.instances.set(ids[0], { mesh, matrix, mask });
  return ids[0];
}
