import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import type { Random } from '../random';

/** All kinds of mesh geometry: with and without an index, flat, with a draw range, morphing, empty. */
export const meshGeometries: Record<string, (random: Random) => BufferGeometry> = {
  box: () => new BoxGeometry(1, 1, 1),
  // Not centred on its origin.
  'shifted box': (random) => new BoxGeometry(1, 2, 1).translate(...random.triple(-2, 2)),
  sphere: () => new SphereGeometry(0.75, 8, 6),
  plane: () => new PlaneGeometry(2, 1),
  'plane of many triangles': () => new PlaneGeometry(2, 2, 3, 2),
  'torus knot': () => new TorusKnotGeometry(0.6, 0.2, 24, 5),
  torus: () => new TorusGeometry(0.7, 0.25, 6, 12),
  'cone without an index': () => new ConeGeometry(0.6, 1.2, 7).toNonIndexed(),
  'half a sphere': partOf(() => new SphereGeometry(0.75, 8, 6)),
  'half a sphere without an index': partOf(() => new SphereGeometry(0.75, 8, 6).toNonIndexed()),
  triangle: (random) => pointGeometry(random, 3),
  'triangles without normals': (random) => pointGeometry(random, 12),
  'two sets of coordinates': () => {
    const geometry = new BoxGeometry(1, 1, 1);
    return geometry.setAttribute('uv1', geometry.getAttribute('uv').clone());
  },
  morphing: (random) => morphing(random, new SphereGeometry(0.6, 6, 5)),
  'morphing by offsets': (random) => {
    const geometry = morphing(random, new BoxGeometry(1, 1, 1));
    geometry.morphTargetsRelative = true;
    return geometry;
  },
  empty: () => new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3)),
  'without positions': () => new BufferGeometry(),
};

/** Random positions for lines, points or triangles, with a random index if asked for. */
export function pointGeometry(random: Random, count: number, isIndexed = false): BufferGeometry {
  const positions = Array.from({ length: count }, () => random.triple(-1, 1)).flat();
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  if (isIndexed)
    geometry.setIndex(
      new Uint16BufferAttribute(
        Array.from({ length: count }, () => random.below(count)),
        1,
      ),
    );
  return geometry;
}

/** Points on a grid: many lines run along an axis, and many points coincide. */
export function gridGeometry(random: Random, count: number): BufferGeometry {
  const positions = Array.from({ length: 3 * count }, () => random.below(3) - 1);
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
}

/** Weights each vertex between two bones, so that a skeleton can bend the geometry. */
export function skinned(random: Random, geometry: BufferGeometry): BufferGeometry {
  const { count } = geometry.getAttribute('position');
  const weights = Array.from({ length: count }, () => random.next()).flatMap((weight) => [weight, 1 - weight, 0, 0]);
  const bones = Array.from({ length: count }, () => [0, 1, 0, 0]).flat();
  return geometry
    .setAttribute('skinIndex', new Uint16BufferAttribute(bones, 4))
    .setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
}

function partOf(make: () => BufferGeometry): () => BufferGeometry {
  return () => {
    const geometry = make();
    geometry.setDrawRange(30, 90);
    return geometry;
  };
}

function morphing(random: Random, geometry: BufferGeometry): BufferGeometry {
  const positions = geometry.getAttribute('position');
  const vertex = new Vector3();
  const moved = Array.from({ length: positions.count }, (_, i) =>
    vertex.fromBufferAttribute(positions, i).multiplyScalar(random.between(1, 2)).toArray(),
  ).flat();
  geometry.morphAttributes = { position: [new BufferAttribute(new Float32Array(moved), 3)] };
  return geometry;
}
