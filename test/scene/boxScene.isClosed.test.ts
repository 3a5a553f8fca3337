import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends } from '../support/compare';
import { cubes, icosphere, knot } from '../support/closedMeshes';
import { meshAmong, meshKinds } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import type { Corners } from '../support/triangles';

const tetrahedron = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/** The rule, by a map from each directed edge to how often it occurs. */
function isClosedByMap(triangles: readonly Corners[]): boolean {
  const counts = new Map<string, number>();
  const add = (edge: string, by: number) => counts.set(edge, (counts.get(edge) ?? 0) + by);
  for (const triangle of triangles) {
    // The text of -0 is '0'.
    const corners = triangle.map((corner) => corner.join());
    for (let i = 0; i < 3; i++) {
      add(`${corners[i]} ${corners[(i + 1) % 3]}`, 1);
      add(`${corners[(i + 1) % 3]} ${corners[i]}`, -1);
    }
  }
  return [...counts.values()].every((count) => count === 0);
}

const flat = (triangles: readonly Corners[]) => triangles.flat(2);

describe.each(backends)('Mesh.isClosed (%s)', (backend) => {
  const isClosed = (positions: Float32Array | Float64Array, index?: Uint16Array) =>
    new BoxScene({ backend }).addMesh(positions, index).isClosed;
  const withFaces = (index: readonly number[]) => isClosed(tetrahedron, Uint16Array.from(index));

  it('a tetrahedron is closed, and one without a face is not', () => {
    expect(withFaces(faces)).toBe(true);
    expect(withFaces(faces.slice(3))).toBe(false);
  });

  it('a tetrahedron with one face turned over is not closed', () => {
    expect(withFaces([0, 1, 2, ...faces.slice(3)])).toBe(false);
  });

  it('a mesh turned inside out is closed', () => {
    expect(withFaces([...faces].reverse())).toBe(true);
  });

  it('a face that is there twice leaves a mesh open, and both of its sides once more do not', () => {
    expect(withFaces([...faces, 0, 2, 1])).toBe(false);
    expect(withFaces([...faces, 0, 2, 1, 1, 2, 0])).toBe(true);
  });

  it('a mesh that is there twice, and two that share an edge, are closed', () => {
    expect(withFaces([...faces, ...faces])).toBe(true);
    const mirrored = tetrahedron.map((value, i) => (i % 3 === 2 ? -value : value));
    const both = Float32Array.of(...tetrahedron, ...mirrored);
    expect(isClosed(both, Uint16Array.from([...faces, ...[...faces].reverse().map((vertex) => vertex + 4)]))).toBe(
      true,
    );
  });

  it('vertices at one place are one position, whatever the index is, and so are 0 and -0', () => {
    const apart = Float32Array.from(faces.flatMap((vertex) => [...tetrahedron.subarray(3 * vertex, 3 * vertex + 3)]));
    expect(isClosed(apart)).toBe(true);
    for (let i = 0; i < apart.length; i += 5) if (apart[i] === 0) apart[i] = -0;
    expect(isClosed(apart)).toBe(true);
    expect(isClosed(Float64Array.from(apart))).toBe(true);
  });

  it('a vertex that differs in its last bit leaves a gap', () => {
    const apart = Float64Array.from(faces.flatMap((vertex) => [...tetrahedron.subarray(3 * vertex, 3 * vertex + 3)]));
    apart[apart.indexOf(1)] = 1 + 2 ** -52;
    expect(isClosed(apart)).toBe(false);
  });

  it('triangles that are lines or points change nothing', () => {
    expect(withFaces([...faces, 0, 0, 0, 1, 1, 2, 3, 2, 3, 2, 0, 0])).toBe(true);
    expect(withFaces([...faces.slice(3), 0, 0, 0, 1, 1, 2])).toBe(false);
    expect(withFaces([1, 1, 2])).toBe(true);
  });

  it('one triangle with three corners is not closed', () => {
    expect(withFaces([0, 1, 2])).toBe(false);
  });

  it('isClosed follows setPositions, also in an attached scene', () => {
    const scene = new BoxScene({ backend });
    const apart = Float32Array.from(faces.flatMap((vertex) => [...tetrahedron.subarray(3 * vertex, 3 * vertex + 3)]));
    const mesh = scene.addMesh(apart);
    expect(mesh.isClosed).toBe(true);
    const moved = apart.slice();
    moved[0] = -1;
    scene.setPositions(mesh, moved);
    expect(mesh.isClosed).toBe(false);
    scene.setPositions(mesh, apart);
    expect(mesh.isClosed).toBe(true);

    const city = new BoxScene({ backend, shared: true });
    const shared = city.addMesh(apart);
    city.addInstance(shared);
    const reader = BoxScene.attach(city.handle(), { backend });
    expect(reader.meshes[0].isClosed).toBe(true);
    city.setPositions(shared, moved);
    city.commit();
    reader.commit();
    expect(reader.meshes[0].isClosed).toBe(false);
  });

  it('isClosed of a removed mesh says that the mesh was removed', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(tetrahedron, Uint16Array.from(faces));
    scene.removeMesh(mesh);
    expect(() => mesh.isClosed).toThrow(/removed/);
  });

  it('isClosed is what a map of all edges says, for every kind of mesh and with triangles left out or turned', async () => {
    const closed = [
      (random: Random) => icosphere(random.below(3), random),
      (random: Random) => knot(3 + random.below(20), 3 + random.below(5), random),
      (random: Random) => cubes(1 + random.below(30), random),
    ];
    await search(
      2,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const { vertices, triangles } = random.pick(closed)(random);
        const corners = triangles.map(([a, b, c]): Corners => [vertices[a], vertices[b], vertices[c]]);
        expect(isClosed(Float64Array.from(flat(corners)))).toBe(true);
        expect(isClosed(Float32Array.from(flat(corners)))).toBe(true);
        const at = random.below(corners.length);
        const [a, b, c] = corners[at];
        corners.splice(at, random.below(2), ...(random.chance(0.5) ? ([[b, a, c]] as Corners[]) : []));
        expect(isClosed(Float64Array.from(flat(corners)))).toBe(isClosedByMap(corners));
        const { positions, index, loop } = meshAmong(random, random.pick(meshKinds));
        const mesh = new BoxScene({ backend }).addMesh(positions, index);
        expect(mesh.isClosed).toBe(isClosedByMap(loop.triangles));
      }),
    );
  });
});
