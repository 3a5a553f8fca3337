import { SceneIndex } from 'slabtree/three';
import { Group, Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, SphereGeometry, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { stillHeld } from '../../support/collectGarbage';

const material = new MeshBasicMaterial();

/** A square from -2 to 2 that lies in the xz plane, of `segments` squares a side. */
function plane(segments: number): PlaneGeometry {
  const geometry = new PlaneGeometry(4, 4, segments, segments);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

function facesOf({ solids }: SceneIndex, shape = { center: { x: 0.1, y: 0.1, z: 0.1 }, radius: 0.3 }): number[] {
  return solids.contacts(shape).map(({ triangle }) => triangle);
}

function whole(geometry: PlaneGeometry): Mesh {
  return new Mesh(geometry, material);
}

/** Draws the first of the triangles only: a group has half of them. */
function half(geometry: PlaneGeometry): Mesh {
  geometry.addGroup(0, (geometry.index?.count ?? 0) / 2, 0);
  return new Mesh(geometry, [material]);
}

describe('solids without an update after a change', () => {
  it.each<[name: string, change: (mesh: Mesh) => void]>([
    [
      'a list of materials in the place of one',
      (mesh) => {
        mesh.material = [material];
      },
    ],
    [
      'no material',
      (mesh) => {
        (mesh as { material: unknown }).material = undefined;
      },
    ],
    [
      'another draw range',
      ({ geometry }) => {
        geometry.setDrawRange(600, 1500);
      },
    ],
    [
      'another position attribute',
      ({ geometry }) => {
        geometry.setAttribute('position', geometry.attributes.position.clone().applyMatrix4(new Group().matrix));
        geometry.attributes.position.setY(0, 9);
      },
    ],
  ])('sweep, contacts and filters name the same faces after %s', (_, change) => {
    const geometry = plane(20);
    geometry.setDrawRange(300, 2100);
    const mesh = new Mesh(geometry, material);
    const index = SceneIndex.from(mesh);
    const before = facesOf(index);
    expect(before.length).toBeGreaterThan(0);
    for (const face of before) expect(face).toBeGreaterThanOrEqual(100);
    const down = () => index.solids.sweep({ x: 0.05, y: 1, z: 0.02 }, { x: 0, y: -2, z: 0 })?.triangle;
    const swept = down();
    change(mesh);
    for (let round = 0; round < 3; round++) {
      expect(facesOf(index)).toEqual(before);
      expect(down()).toBe(swept);
      const filtered: number[] = [];
      const filter = (_id: number, triangle: number) => filtered.push(triangle) > 0;
      expect(index.solids.sweep(new Vector3(0.05, 1, 0.02), new Vector3(0, -2, 0), { filter })?.triangle).toBe(swept);
      expect(filtered).toContain(swept);
    }
  });

  it.each([
    ['half of a geometry and then all of it', [half, whole]],
    ['all of a geometry and then half of it', [whole, half]],
  ])('both backends find the same of two meshes with %s that gets other triangles', (_, makers) => {
    const answers = (['js', 'wasm'] as const).map((backend) => {
      const geometry = plane(20);
      const root = new Group().add(...makers.map((make): Object3D => make(geometry)));
      const index = SceneIndex.from(root, { backend });
      const shape = { center: { x: 0, y: 0, z: 0 }, radius: 5 };
      const first = index.solids.contacts(shape).length;
      const { attributes, index: corners } = plane(5);
      geometry.setAttribute('position', attributes.position);
      geometry.setIndex(corners);
      const later = [1, 2, 3].map(() => index.solids.contacts(shape).length);
      // All objects are asked for their triangles now: those of the geometry as it is.
      index.update();
      return { first, later, updated: index.solids.contacts(shape).length };
    });
    // A group has 400 of the 800 triangles, or all of the 50.
    const expected = { first: 1200, later: [1200, 1200, 1200], updated: 100 };
    expect(answers).toEqual([expected, expected]);
  });

  it('an object has the triangles of its geometry after another query has read them anew', () => {
    const geometry = plane(20);
    const root = new Group().add(half(geometry), new Mesh(geometry, material));
    const index = SceneIndex.from(root, { backend: 'js' });
    const shape = { center: { x: 0, y: 0, z: 0 }, radius: 5 };
    expect(facesOf(index, shape)).toHaveLength(1200);
    const { attributes, index: corners } = plane(5);
    geometry.setAttribute('position', attributes.position);
    geometry.setIndex(corners);
    expect(index.overlap(shape).map(({ faces }) => faces.length)).toEqual([50, 50]);
    for (let round = 0; round < 3; round++) expect(facesOf(index, shape)).toHaveLength(100);
  });

  it.each(['sweep', 'contacts'] as const)(
    'a filter of %s may update an index of which nothing has changed',
    (query) => {
      const meshes = Array.from({ length: 4 }, (_, i) => {
        const mesh = new Mesh(new SphereGeometry(0.5, 8, 6), material);
        mesh.position.x = 2 * i;
        return mesh;
      });
      const index = SceneIndex.from(new Group().add(...meshes), { backend: 'js' });
      const ask = (filter: (id: number) => boolean) =>
        query === 'sweep'
          ? index.solids.sweep({ x: -2, y: 0.1, z: 0.1 }, { x: 20, y: 0, z: 0 }, { filter })
          : index.solids.contacts({ center: { x: 3, y: 0, z: 0 }, radius: 4 }, { filter });
      const accepts = (id: number) => id >= 2;
      const expected = ask(accepts);
      const answer = ask((id) => {
        index.update();
        index.solids.contacts(new Vector3(0, 0, 0.5));
        return accepts(id);
      });
      expect(answer).toEqual(expected);
      expect(expected).not.toBeNull();
    },
  );

  it.each([
    ['js', 'half', half],
    ['wasm', 'half', half],
    ['js', 'all', whole],
    ['wasm', 'all', whole],
  ] as const)(
    'a filter makes the index read triangles anew during a sweep: %s, %s of a geometry',
    (backend, _, make) => {
      // The leaf that is visited then may have other triangles left.
      for (let at = 20; at < 28; at++) {
        const geometry = plane(20);
        const index = SceneIndex.from(new Group().add(make(geometry)), { backend });
        const shape = { center: { x: 0, y: 4, z: 0 }, radius: 3 };
        const filtered = (change?: () => void) => {
          const triangles: number[] = [];
          const filter = (_id: number, triangle: number) => {
            if (triangles.push(triangle) === at) change?.();
            return false;
          };
          expect(index.solids.sweep(shape, { x: 0, y: -9, z: 0 }, { filter })).toBeNull();
          return triangles;
        };
        const known = filtered();
        const changed = filtered(() => {
          const { attributes, index: corners } = plane(5);
          geometry.setAttribute('position', attributes.position);
          geometry.setIndex(corners);
          expect(index.overlap({ center: { x: 0, y: 0, z: 0 }, radius: 5 })[0].faces).toHaveLength(50);
        });
        expect(known.length).toBeGreaterThan(300);
        // What has not been visited by then is left out.
        expect(changed).toEqual(known.slice(0, changed.length));
        expect(filtered().length).toBeLessThan(51);
      }
    },
  );

  it('triangles that were placed in the world are freed after an update, also of objects that stay', async () => {
    const meshes = [0, 1, 2].map((i) => {
      const mesh = new Mesh(new SphereGeometry(0.5, 8, 6), material);
      mesh.geometry.morphAttributes.position = [mesh.geometry.attributes.position.clone()];
      mesh.updateMorphTargets();
      mesh.position.x = 2 * i;
      return mesh;
    });
    const index = SceneIndex.from(new Group().add(...meshes), { backend: 'js' });
    const fall = (x: number) => index.solids.sweep({ x, y: 2, z: 0.1 }, { x: 0, y: -4, z: 0 });
    const placed = walkPast();
    expect(placed).toHaveLength(3);
    expect(fall(9)).toBeNull();
    expect(await stillHeld(placed)).toEqual([]);
    expect(index.boxes.size).toBe(3);

    /** Sweeps onto each mesh, and returns the arrays of placed corners that the sweeps have read. */
    function walkPast(): WeakRef<object>[] {
      const numbers = 3 * (meshes[0].geometry.index?.count ?? 0);
      const spy = vi.spyOn(Float64Array.prototype, 'subarray');
      for (const { position } of meshes) {
        expect(fall(position.x)?.distance).toBeCloseTo(1.51, 1);
        index.update();
      }
      const arrays = spy.mock.contexts as Float64Array[];
      const read = arrays.filter(({ length }) => length === numbers);
      const placed = Array.from(new Set(read), (array) => new WeakRef(array));
      spy.mockClear();
      spy.mockRestore();
      return placed;
    }
  });
});
