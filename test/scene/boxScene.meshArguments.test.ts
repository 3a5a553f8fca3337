import { describe, expect, it } from 'vitest';
import { BoxScene, type Mesh } from 'slabtree';
import { backends } from '../support/compare';
import { untyped } from '../support/errors';

const square = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const corners = Uint16Array.of(0, 1, 2, 0, 2, 3);
const down = { origin: { x: 0.75, y: 0.25, z: 3 }, direction: { x: 0, y: 0, z: -1 } };

describe.each(backends)('BoxScene.addMesh (%s)', (backend) => {
  const create = (): { scene: BoxScene; mesh: Mesh } => {
    const scene = new BoxScene({ backend });
    return { scene, mesh: scene.addMesh(square, corners) };
  };

  it('a mesh has its numbers of triangles and vertices, and its bounds', () => {
    const { mesh } = create();
    expect([mesh.triangleCount, mesh.vertexCount]).toEqual([2, 4]);
    expect(mesh.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 0 } });
  });

  it('a mesh is a copy of its arrays, and may have an index or not', () => {
    const scene = new BoxScene({ backend });
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0);
    scene.addInstance(scene.addMesh(positions));
    positions.fill(7);
    expect(scene.raycast(down)).toMatchObject({ id: 0, triangle: 0, t: 3 });
  });

  it('a hit has the triangle, its point, its side and its normal', () => {
    const { scene, mesh } = create();
    const id = scene.addInstance(mesh);
    const expected = { id, t: 3, triangle: 0, u: 0.5, v: 0.25, inside: false, normal: { x: 0, y: 0, z: 1 } };
    expect(scene.raycast(down)).toMatchObject({ ...expected, front: true });
    const up = { origin: { ...down.origin, z: -3 }, direction: { x: 0, y: 0, z: 1 } };
    expect(scene.raycast(up)).toMatchObject({ ...expected, front: false });
    expect(scene.raycast(up, { side: 'front' })).toBeNull();
    expect(scene.raycast(down, { side: 'back' })).toBeNull();
  });

  it('a mesh keeps its front when it is mirrored', () => {
    const { scene, mesh } = create();
    scene.addInstance(mesh, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]);
    expect(scene.raycast(down)).toMatchObject({ front: false, normal: { x: 0, y: 0, z: -1 } });
  });

  it('an instance counts as its box if only boxes are requested', () => {
    const { scene, mesh } = create();
    scene.addInstance(mesh);
    expect(scene.raycast(down, { boxesOnly: true })).toMatchObject({ id: 0, t: 3, triangle: -1, u: 0, v: 0 });
  });

  it('refine of boxes is not called for instances', () => {
    const { scene, mesh } = create();
    const box = scene.addAabb({ min: { x: 0, y: 0, z: 1 }, max: { x: 1, y: 1, z: 2 } });
    const instance = scene.addInstance(mesh);
    const asked: number[] = [];
    const refine = (id: number): null => {
      asked.push(id);
      return null;
    };
    expect(scene.raycast(down, { refine })?.id).toBe(instance);
    expect(asked).toEqual([box]);
  });

  it('numbers that are no mesh are rejected, and the scene stays as it was', () => {
    const { scene } = create();
    const before = scene.byteLength;
    const wrong = (positions: unknown, index: unknown, message: string): void => {
      expect(() => scene.addMesh(untyped(positions), untyped(index))).toThrow(message);
      expect(scene.byteLength).toBe(before);
    };
    wrong([0, 1, 2], undefined, 'positions must be a Float32Array or a Float64Array');
    wrong(square.subarray(1), corners, 'positions must hold 3 numbers per vertex, got 11 in all');
    wrong(square, undefined, 'positions must hold three vertices per triangle if there is no index, got 4 vertices');
    wrong(new Float32Array(0), undefined, 'positions must hold at least one triangle, got none');
    wrong(square, new Uint16Array(0), 'index must hold at least one triangle, got none');
    wrong(square, [0, 1, 2], 'index must be a Uint16Array or a Uint32Array');
    wrong(square, corners.subarray(1), 'index must hold 3 vertices per triangle, got 5 in all');
    wrong(square, Uint32Array.of(0, 1, 4), 'index[2] (triangle 0) must be a vertex, less than 4, got 4');
    wrong(Float32Array.of(0, 0, NaN), corners, 'positions[2] (vertex 0) must be a finite number, got NaN');
    wrong(Float64Array.of(0, 0, 0, Infinity, 0, 0), corners, 'positions[3] (vertex 1) must be a finite number');
  });

  it('a mesh is unknown to another scene, and once it is removed', () => {
    const { scene, mesh } = create();
    const other = new BoxScene({ backend });
    expect(() => other.addInstance(mesh)).toThrow('mesh must be a mesh of this scene');
    expect(() => scene.addInstance(untyped({}))).toThrow('mesh must be what addMesh returned, got an object');
    const id = scene.addInstance(mesh);
    expect(() => {
      scene.removeMesh(mesh);
    }).toThrow(`mesh must not be placed, but box ${id} places it`);
    scene.remove(id);
    scene.removeMesh(mesh);
    expect(() => scene.addInstances(mesh, new Float32Array(16))).toThrow('one that was removed');
    expect(() => {
      scene.setPositions(mesh, square);
    }).toThrow('one that was removed');
  });

  it('setPositions accepts only as many vertices, in the precision of the mesh', () => {
    const { scene, mesh } = create();
    expect(() => {
      scene.setPositions(mesh, square.subarray(3));
    }).toThrow('positions must hold the 4 vertices of the mesh, got 3');
    expect(() => {
      scene.setPositions(mesh, Float64Array.from(square));
    }).toThrow('positions must be a Float32Array, as those that addMesh was given');
    expect(() => {
      scene.setPositions(
        mesh,
        square.map(() => NaN),
      );
    }).toThrow('positions[0] (vertex 0) must be a finite number');
    expect(mesh.bounds.max.x).toBe(1);
  });

  it('addInstance rejects a singular matrix', () => {
    const { scene, mesh } = create();
    expect(() => scene.addInstance(mesh, new Float32Array(16))).toThrow('matrix must be affine');
    expect(() => scene.addInstances(mesh, new Float32Array(15))).toThrow('matrices must hold 16 numbers per matrix');
    expect(() => scene.addInstance(mesh, undefined, 0.5)).toThrow('mask must be a 32-bit integer');
    expect(scene.size).toBe(0);
  });

  it('queries of meshes reject unknown options', () => {
    const { scene } = create();
    expect(() => scene.raycast(down, { side: untyped('left') })).toThrow(
      "options.side must be 'front', 'back' or 'both'",
    );
    expect(() => scene.raycast(down, { boxesOnly: untyped(1) })).toThrow('options.boxesOnly must be true or false');
    expect(() => scene.nearest(down.origin, { boxesOnly: untyped(1) })).toThrow(
      'options.boxesOnly must be true or false',
    );
    expect(() => scene.raycastMany(new Float32Array(6), { triangles: untyped(1) })).toThrow(
      'options.triangles must be true or false',
    );
  });
});
