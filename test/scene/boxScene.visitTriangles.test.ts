import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, distanceToBox, distanceToTriangle, type Mesh, type TriangleVisitor } from 'slabtree';
import { backends } from '../support/compare';
import { untyped } from '../support/errors';
import { meshAmong, meshKinds } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import type { Corners } from '../support/triangles';
import { vec } from '../support/triple';

const square = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const corners = Uint16Array.of(0, 1, 2, 0, 2, 3);
const everything: TriangleVisitor = { bounds: () => 0, triangle: () => Infinity };

describe.each(backends)('BoxScene.visitTriangles (%s)', (backend) => {
  const create = (): { scene: BoxScene; mesh: Mesh } => {
    const scene = new BoxScene({ backend });
    return { scene, mesh: scene.addMesh(square, corners) };
  };

  it('visitTriangles visits each triangle once, within bounds, if none is skipped', async () => {
    await search(
      0.5,
      fc.property(fc.integer(), fc.constantFrom(...meshKinds), (seed, kind) => {
        const { positions, index, loop } = meshAmong(new Random(seed), kind);
        const scene = new BoxScene({ backend });
        const mesh = scene.addMesh(positions, index);
        const visited: number[] = [];
        const boxes: number[][] = [];
        scene.visitTriangles(mesh, {
          bounds: (...bounds) => -boxes.push(bounds),
          triangle: (triangle) => visited.push(triangle) && Infinity,
        });
        expect(visited.sort((a, b) => a - b)).toEqual([...loop.triangles.keys()]);
        for (const triangle of loop.triangles) expect(boxes.some((box) => contains(box, triangle))).toBe(true);
      }),
    );
  });

  it('visitTriangles finds the nearest triangle by a measure of distance', async () => {
    await search(
      0.5,
      fc.property(fc.integer(), fc.constantFrom(...meshKinds), (seed, kind) => {
        const random = new Random(seed);
        const { positions, index, loop } = meshAmong(random, kind);
        const scene = new BoxScene({ backend });
        const mesh = scene.addMesh(positions, index);
        const point = vec(random.triple(-5, 5));
        const shapes = loop.triangles.map(([a, b, c]) => ({ a: vec(a), b: vec(b), c: vec(c) }));
        let nearest = Infinity;
        scene.visitTriangles(mesh, {
          // Rounding may put a triangle nearer than its bounds.
          bounds: (minX, minY, minZ, maxX, maxY, maxZ) =>
            (1 - 1e-12) * distanceToBox({ min: vec([minX, minY, minZ]), max: vec([maxX, maxY, maxZ]) }, point),
          triangle: (triangle) => (nearest = Math.min(nearest, distanceToTriangle(shapes[triangle], point))),
        });
        expect(nearest).toBe(Math.min(...shapes.map((shape) => distanceToTriangle(shape, point))));
      }),
    );
  });

  it('visitTriangles visits the nearest bounds of a node first, and skips those beyond the limit', () => {
    const scene = new BoxScene({ backend });
    const row = Float32Array.from(Array.from({ length: 900 }, (_, i) => [i, 0, 0, i + 0.5, 0, 0, i, 1, 0]).flat());
    const mesh = scene.addMesh(row);
    const visited: number[] = [];
    const measured: number[] = [];
    scene.visitTriangles(mesh, {
      bounds: (minX) => (measured.push(minX), minX),
      triangle: (triangle) => (visited.push(triangle), 2),
    });
    expect(visited.sort((a, b) => a - b).slice(0, 3)).toEqual([0, 1, 2]);
    expect(visited.length).toBeLessThan(12);
    expect(measured.length).toBeLessThan(100);
  });

  it('visitTriangles skips bounds of Infinity and NaN', () => {
    const { scene, mesh } = create();
    for (const far of [Infinity, NaN]) {
      const visited: number[] = [];
      scene.visitTriangles(mesh, { bounds: () => far, triangle: (triangle) => visited.push(triangle) });
      expect(visited).toEqual([]);
    }
  });

  it('visitTriangles visits the triangles as they are after setPositions', () => {
    const { scene, mesh } = create();
    let highest = -Infinity;
    const visitor: TriangleVisitor = {
      bounds: (...bounds) => ((highest = Math.max(highest, bounds[5])), 0),
      triangle: () => Infinity,
    };
    scene.visitTriangles(mesh, visitor);
    expect(highest).toBeCloseTo(0);
    scene.setPositions(
      mesh,
      square.map((value, i) => (i % 3 === 2 ? 5 : value)),
    );
    scene.visitTriangles(mesh, visitor);
    expect(highest).toBeGreaterThanOrEqual(5);
    expect(highest).toBeCloseTo(5);
  });

  it('a visitor may query the scene, but not change it, and its errors reach the caller', () => {
    const { scene, mesh } = create();
    const id = scene.addInstance(mesh);
    const down = { origin: { x: 0.75, y: 0.25, z: 3 }, direction: { x: 0, y: 0, z: -1 } };
    const found: unknown[] = [];
    scene.visitTriangles(mesh, {
      bounds: () => 0,
      triangle: () => {
        scene.visitTriangles(mesh, everything);
        found.push(scene.raycast(down)?.id);
        return Infinity;
      },
    });
    expect(found).toEqual([id, id]);
    const change = () => {
      scene.setPositions(mesh, square);
      return 0;
    };
    expect(() => {
      scene.visitTriangles(mesh, { bounds: change, triangle: () => 0 });
    }).toThrow(/cannot be changed/);
    expect(() => {
      scene.visitTriangles(mesh, { bounds: () => 0, triangle: change });
    }).toThrow(/cannot be changed/);
    scene.setPositions(mesh, square);
    scene.visitTriangles(mesh, everything);
  });

  it('visitTriangles continues where it was if a query of the visitor needs more memory', () => {
    for (const when of ['bounds', 'triangle']) {
      const { scene, mesh } = create();
      const id = scene.addInstance(mesh);
      const ask = (): number => {
        const rays = Float64Array.from({ length: 6 * 20_000 }, (_, i) => [0.75, 0.25, 3, 0, 0, -1][i % 6]);
        expect(scene.raycastMany(rays).ids.every((hit) => hit === id)).toBe(true);
        return 0;
      };
      const visited: number[] = [];
      scene.visitTriangles(mesh, {
        bounds: () => (when === 'bounds' ? ask() : 0),
        triangle: (triangle) => {
          visited.push(triangle);
          return when === 'triangle' ? ask() + Infinity : Infinity;
        },
      });
      expect(visited.sort((a, b) => a - b)).toEqual([0, 1]);
    }
  });

  it('visitTriangles rejects a value that is no mesh of the scene, or no visitor', () => {
    const { scene, mesh } = create();
    expect(() => {
      scene.visitTriangles(untyped({}), everything);
    }).toThrow(TypeError);
    expect(() => {
      create().scene.visitTriangles(mesh, everything);
    }).toThrow(RangeError);
    const wrong = /visitor must have the functions bounds and triangle, got/;
    expect(() => {
      scene.visitTriangles(mesh, untyped(null));
    }).toThrow(wrong);
    expect(() => {
      scene.visitTriangles(mesh, untyped({ bounds: () => 0 }));
    }).toThrow(wrong);
  });
});

function contains(bounds: number[], triangle: Corners): boolean {
  return triangle.every((corner) => corner.every((x, k) => bounds[k] <= x && x <= bounds[k + 3]));
}
