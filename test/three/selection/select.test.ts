import {
  Bone,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  InstancedMesh,
  Line,
  LineSegments,
  LOD,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Plane,
  Points,
  Raycaster,
  type RaycasterParameters,
  ShaderMaterial,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  TorusGeometry,
  Uint16BufferAttribute,
  Vector3,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { SceneIndex, type SceneSelectOptions, selectionPlanes } from 'slabtree/three';
import { INTERNALS } from '../../../src/scene/internals';
import { describe, expect, it, vi } from 'vitest';
import { batchAt, cubeAt, instancesAt, rootOf } from '../../support/three/cubes';

/** A hundred pixels are one unit of the world, seen along -z: pixel (0, 0) is at (-4, 4). */
const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 800, height: 800 }) };

/** Sees from -4 to 4, and from z = 10 down to z = -6. */
function cameraAbove(): OrthographicCamera {
  const camera = new OrthographicCamera(-4, 4, 4, -4, 0, 16);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

const at = (x: number, y: number) => ({ clientX: 100 * x + 400, clientY: 400 - 100 * y });
const between = (minX: number, minY: number, maxX: number, maxY: number) => ({
  from: at(minX, minY),
  to: at(maxX, maxY),
});
const lasso = (...points: [number, number][]) => ({ points: points.map(([x, y]) => at(x, y)) });

/** How depth is kept: coordinate systems, and whether it is reversed. */
const ends = [WebGLCoordinateSystem, WebGPUCoordinateSystem].flatMap((system) => [
  [system, false] as const,
  [system, true] as const,
]);

type SelectArea = Parameters<SceneIndex['select']>[0];

function select(object: Object3D | SceneIndex, area: SelectArea, options?: SceneSelectOptions): Object3D[] {
  const index = object instanceof SceneIndex ? object : SceneIndex.from(object);
  return [...index.select(area, cameraAbove(), element, options)].map((found) => found.object);
}

/** What modes select an object, by its box and by its triangles. */
function modesOf(object: Object3D, area: SelectArea, options: SceneSelectOptions = {}): string[] {
  const index = SceneIndex.from(object);
  return (['crossing', 'window'] as const).flatMap((mode) =>
    [false, true].flatMap((precise) => {
      const isSelected = select(index, area, { ...options, mode, precise }).includes(object);
      return isSelected ? [`${mode}${precise ? ', precise' : ''}`] : [];
    }),
  );
}

const BOTH = ['crossing', 'crossing, precise'];
const ALL = [...BOTH, 'window', 'window, precise'];

describe('SceneIndex.select with a rectangle', () => {
  it('a rectangle selects what it touches, and with mode window only what is wholly inside', () => {
    const cube = cubeAt(0, 0);
    expect(modesOf(cube, between(-1, -1, 1, 1))).toEqual(ALL);
    expect(modesOf(cube, between(0, 0, 1, 1))).toEqual(BOTH);
    expect(modesOf(cube, between(0.5, -1, 1, 1))).toEqual(BOTH);
    expect(modesOf(cube, between(0.5, 0.5, 1, 1))).toEqual(BOTH);
    expect(modesOf(cube, between(0.75, -1, 1, 1))).toEqual([]);
    // What touches the edge from inside crosses it, as in cull.
    expect(modesOf(cube, between(-0.5, -1, 1, 1))).toEqual(BOTH);
    expect(modesOf(cube, between(-0.1, -0.1, 0.1, 0.1))).toEqual(BOTH);
  });

  it('a rectangle may be drawn from any corner, and be a line or a point', () => {
    const cube = cubeAt(0, 0);
    for (const [from, to] of [
      [at(-1, -1), at(1, 1)],
      [at(1, -1), at(-1, 1)],
      [at(1, 1), at(-1, -1)],
    ]) {
      expect(modesOf(cube, { from, to })).toEqual(ALL);
    }
    expect(modesOf(cube, between(-1, 0, 1, 0))).toEqual(BOTH);
    expect(modesOf(cube, between(0.25, 0, 0.25, 0))).toEqual(BOTH);
    expect(modesOf(cube, between(0.5, 0.5, 0.5, 0.5))).toEqual(BOTH);
    expect(modesOf(cube, between(0.75, 0, 0.75, 0))).toEqual([]);
  });

  it('a rectangle leaves out a box that passes its corner, though it is behind none of its planes', () => {
    const bar = new Mesh(new BoxGeometry(4, 0.25, 1), new MeshBasicMaterial());
    bar.rotation.z = -Math.PI / 4;
    bar.position.set(1, 1, 0);
    const area = between(-3, -3, 0.75, 0.75);
    const index = SceneIndex.from(bar);
    expect(index.boxes.cull(selectionPlanes(area, cameraAbove(), element)).crossing.size).toBe(1);
    expect(modesOf(bar, area)).toEqual([]);
    expect(modesOf(bar, between(-3, -3, 0.95, 0.95))).toEqual(BOTH);
  });

  it('a rectangle leaves out a triangle that passes its corner, in a box that does not', () => {
    const triangle = triangleOf([3, 0, 0], [0, 3, 0], [3, 3, 0]);
    expect(modesOf(triangle, between(0, 0, 1, 1))).toEqual(['crossing']);
    expect(modesOf(triangle, between(0, 0, 1.5, 1.5))).toEqual(BOTH);
    expect(modesOf(triangle, between(0.5, 0.5, 1, 1))).toEqual(['crossing']);
  });

  it('a rectangle selects through holes of meshes only what it touches', () => {
    const ring = new Mesh(new TorusGeometry(2, 0.5, 8, 32), new MeshBasicMaterial());
    expect(modesOf(ring, between(-0.5, -0.5, 0.5, 0.5))).toEqual(['crossing']);
    expect(modesOf(ring, between(-0.5, -0.5, 2, 0.5))).toEqual(BOTH);
  });

  it('a rectangle is as deep as the view', () => {
    const far = cubeAt(0, 0, -6);
    expect(modesOf(far, between(-1, -1, 1, 1))).toEqual(BOTH);
    far.position.z = -6.5;
    expect(modesOf(far, between(-1, -1, 1, 1))).toEqual(BOTH);
    far.position.z = -6.75;
    expect(modesOf(far, between(-1, -1, 1, 1))).toEqual([]);
    far.position.z = 10;
    expect(modesOf(far, between(-1, -1, 1, 1))).toEqual(BOTH);
    far.position.z = 9;
    expect(modesOf(far, between(-1, -1, 1, 1))).toEqual(ALL);
  });

  it('a rectangle selects a box around all of the view, but none of its triangles, which lie outside', () => {
    expect(modesOf(new Mesh(new BoxGeometry(90, 90, 90)), between(-1, -1, 1, 1))).toEqual(['crossing']);
  });

  it('a rectangle selects lines by their segments, points one by one, and sprites by their boxes', () => {
    const geometry = geometryOf([-2, 0, 0], [2, 0, 0], [2, 3, 0], [-2, 3, 0]);
    expect(modesOf(new Line(geometry), between(1, 1, 3, 2))).toEqual(BOTH);
    expect(modesOf(new LineSegments(geometry), between(1, 1, 3, 2))).toEqual(['crossing']);
    expect(modesOf(new LineSegments(geometry), between(1, -1, 3, 2))).toEqual(BOTH);
    expect(modesOf(new Points(geometry), between(1, -1, 3, 2))).toEqual(BOTH);
    expect(modesOf(new Points(geometry), between(1, 1, 3, 2))).toEqual(['crossing']);
    expect(modesOf(new Points(geometry), between(-3, -1, 3, 3.5))).toEqual(ALL);
    expect(modesOf(new Sprite(), between(-1, -1, 1, 1))).toEqual(ALL);
  });

  it('a rectangle uses the draw range and the groups of a geometry', () => {
    const mesh = triangleOf([0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 2, 0], [3, 2, 0], [2, 3, 0]);
    const area = between(1.5, 1.5, 3.5, 3.5);
    expect(modesOf(mesh, area)).toEqual(BOTH);
    mesh.geometry.setDrawRange(0, 3);
    expect(modesOf(mesh, area)).toEqual(['crossing']);
    mesh.geometry.setDrawRange(0, 6);
    mesh.material = [new MeshBasicMaterial()];
    mesh.geometry.addGroup(0, 3, 0);
    expect(modesOf(mesh, area)).toEqual(['crossing']);
  });
});

describe('SceneIndex.select with a lasso', () => {
  // A C, open to the right.
  const letter = lasso([2, 2], [-2, 2], [-2, -2], [2, -2], [2, -1], [-1, -1], [-1, 1], [2, 1]);

  it('a lasso leaves out what is in its notch, and selects what it touches from there', () => {
    expect(modesOf(cubeAt(1, 0), letter)).toEqual([]);
    expect(modesOf(cubeAt(-0.5, 0), letter)).toEqual(BOTH);
    expect(modesOf(cubeAt(1, 0.5), letter)).toEqual(BOTH);
    expect(modesOf(cubeAt(1, 1.25), letter)).toEqual(BOTH);
  });

  it('a lasso with mode window selects what lies in one of its arms, and not across its notch', () => {
    const flat = new Mesh(new BoxGeometry(0.5, 0.5, 0.5));
    flat.position.set(1, 1.5, 0);
    expect(modesOf(flat, letter)).toEqual(ALL);
    const bridge = new Mesh(new BoxGeometry(0.25, 3, 0.25));
    bridge.position.x = 1;
    expect(modesOf(bridge, letter)).toEqual(BOTH);
    const walls = triangleOf([1, 1.5, 0], [1, -1.5, 0], [1, 1.5, 1]);
    expect(modesOf(walls, letter)).toEqual(BOTH);
    const turned = triangleOf([-1.5, 1.5, 0], [-1.5, -1.5, 0], [-1.5, 1.5, 1]);
    expect(modesOf(turned, letter)).toEqual(ALL);
  });

  it('a lasso that crosses itself leaves out what it goes round twice', () => {
    const star = lasso(
      ...[0, 2, 4, 1, 3].map((i): [number, number] => {
        const angle = Math.PI / 2 + (2 * Math.PI * i) / 5;
        return [3 * Math.cos(angle), 3 * Math.sin(angle)];
      }),
    );
    const small = (x: number, y: number) => {
      const cube = cubeAt(x, y);
      cube.scale.setScalar(0.2);
      return cube;
    };
    expect(modesOf(small(0, 0), star)).toEqual([]);
    expect(modesOf(small(0, 2), star)).toEqual(ALL);
    expect(modesOf(small(0, -2.5), star)).toEqual([]);
    expect(modesOf(cubeAt(0, 1), star)).toEqual(BOTH);
  });

  it('a lasso may be a point or a line', () => {
    const cube = cubeAt(0, 0);
    expect(modesOf(cube, lasso([0.1, 0.2]))).toEqual(BOTH);
    expect(modesOf(cube, lasso([0.6, 0.2]))).toEqual([]);
    expect(modesOf(cube, lasso([-1, -2], [1, 2]))).toEqual(BOTH);
    expect(modesOf(cube, lasso([-1, 0.5], [1, 0.5]))).toEqual(BOTH);
    expect(modesOf(cube, lasso([-1, 0.6], [1, 0.6]))).toEqual([]);
  });
});

describe('a selection with clipping', () => {
  const leftOf = (x: number) => new Plane(new Vector3(-1, 0, 0), x);
  const below = (y: number) => new Plane(new Vector3(0, -1, 0), y);

  it('a clipped part counts neither as touching nor as outside', () => {
    const cube = cubeAt(0, 0);
    const clipping = { clippingPlanes: [leftOf(0.25)] };
    expect(modesOf(cube, between(0.3, -1, 1, 1), { clipping })).toEqual([]);
    expect(modesOf(cube, between(0.25, -1, 1, 1), { clipping })).toEqual(BOTH);
    expect(modesOf(cube, between(-1, -1, 0.3, 1), { clipping })).toEqual(ALL);
    expect(modesOf(cube, between(-1, -1, 0.3, 1), { clipping: { clippingPlanes: [leftOf(-0.6)] } })).toEqual([]);
    expect(modesOf(cube, between(-1, -1, 1, 1), { clipping: { clippingPlanes: [leftOf(-0.5)] } })).toEqual(ALL);
  });

  it('a clipped part may be only what is behind all planes', () => {
    const cube = cubeAt(0, 0);
    const clipping = { clippingPlanes: [leftOf(0), below(0)], clipIntersection: true };
    expect(modesOf(cube, between(0.1, 0.1, 1, 1), { clipping })).toEqual([]);
    expect(modesOf(cube, between(0.1, -0.1, 1, 1), { clipping })).toEqual(BOTH);
    expect(modesOf(cube, lasso([-1, -1], [1, -1], [1, 0.1], [0.1, 0.1], [0.1, 1], [-1, 1]), { clipping })).toEqual(ALL);
    expect(modesOf(cube, between(-1, -1, 1, 1), { clipping })).toEqual(ALL);
  });

  it('a clipped part may be a corner of the room, with several planes through one box', () => {
    const slab = new Mesh(new BoxGeometry(60, 60, 1), new MeshBasicMaterial());
    const clippingPlanes = [
      leftOf(1),
      leftOf(1)
        .negate()
        .translate(new Vector3(-2, 0, 0)),
      below(1),
    ];
    clippingPlanes.push(
      below(1)
        .negate()
        .translate(new Vector3(0, -2, 0)),
    );
    expect(modesOf(slab, between(-2, -2, 2, 2), { clipping: { clippingPlanes } })).toEqual(ALL);
    expect(modesOf(slab, between(-2, -2, 0, 2), { clipping: { clippingPlanes } })).toEqual(BOTH);
    expect(modesOf(slab, between(1.1, -2, 2, 2), { clipping: { clippingPlanes } })).toEqual([]);
  });

  it('a clipped part may differ by material', () => {
    const cube = cubeAt(0, 0);
    const area = between(0.3, -1, 1, 1);
    cube.material = new MeshBasicMaterial({ clippingPlanes: [leftOf(0)] });
    expect(modesOf(cube, area, { clipping: {} })).toEqual(BOTH);
    expect(modesOf(cube, area, { clipping: { localClippingEnabled: true } })).toEqual([]);
    const clipping = { clippingPlanes: [leftOf(0)] };
    cube.material = new ShaderMaterial();
    expect(modesOf(cube, area, { clipping })).toEqual(BOTH);
    // The right side alone has another material, which is not cut.
    const cut = new MeshBasicMaterial({ clippingPlanes: [leftOf(0)] });
    const sides = Array.from({ length: 6 }, () => cut);
    const mesh = new Mesh(new BoxGeometry(1, 1, 1), sides);
    sides[0] = new MeshBasicMaterial({ side: DoubleSide });
    expect(modesOf(mesh, between(0.4, -1, 0.45, 1), { clipping: { localClippingEnabled: true } })).toEqual([
      'crossing',
    ]);
    expect(modesOf(mesh, area, { clipping: { localClippingEnabled: true } })).toEqual(BOTH);
  });

  it('a selection uses the clipping of the index, unless the options say otherwise', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(cube, { clipping: { clippingPlanes: [leftOf(0)] } });
    expect(select(index, between(0.1, -1, 1, 1))).toEqual([]);
    expect(select(index, between(0.1, -1, 1, 1), { clipping: null })).toEqual([cube]);
  });
});

describe('an area that reaches out of the picture', () => {
  const [inView, across, outside] = [cubeAt(3, 0), cubeAt(4, 2), cubeAt(5.5, 0)];
  const index = SceneIndex.from(rootOf(inView, across, outside));
  const wide = between(2, -6, 9, 6);
  const around = lasso([2, -6], [9, -6], [9, 6], [2, 6]);
  // It goes round what is outside the picture, and between its ends round nothing in the picture.
  const hook = lasso([2, -1], [9, -1], [9, 3.5], [2, 3.5], [2, 3], [8, 3], [8, 1], [2, 1]);

  it.each([false, true])('the area selects only what is in the picture, with precise %s', (precise) => {
    for (const area of [wide, around]) {
      expect(new Set(select(index, area, { precise }))).toEqual(new Set([inView, across]));
      expect(select(index, area, { precise, mode: 'window' })).toEqual([inView]);
      expect(select(index, area, { precise, seenOnly: true, step: 10 })).toHaveLength(2);
    }
    expect(select(index, hook, { precise })).toEqual([inView]);
  });

  it('the area selects nothing if all of it is outside', () => {
    for (const area of [between(4.1, -1, 9, 3), lasso([4.1, -1], [9, -1], [9, 3]), between(-9, 5, 9, 6)]) {
      for (const mode of ['crossing', 'window'] as const) {
        expect(select(index, area, { mode })).toEqual([]);
        expect(index.select(area, cameraAbove(), element, { mode }).size).toBe(0);
        expect(select(index, area, { mode, seenOnly: true })).toEqual([]);
      }
    }
  });

  it('the area finds on the edge of the picture what cull finds', () => {
    const cube = cubeAt(4.5, 0);
    const found = (object: Object3D) => select(object, between(3, -1, 9, 1));
    expect(found(cube)).toEqual([cube]);
    cube.position.x = 4.5001;
    expect(found(cube)).toEqual([]);
  });
});

describe('a selection with seenOnly', () => {
  it('seenOnly leaves out what no ray of a grid hits first', () => {
    const [wall, behind, beside] = [cubeAt(0, 0, 2), cubeAt(0, 0), cubeAt(2, 0)];
    behind.scale.setScalar(0.5);
    const index = SceneIndex.from(rootOf(wall, behind, beside));
    const area = between(-1, -1, 3, 1);
    for (const precise of [false, true]) {
      expect(select(index, area, { precise })).toHaveLength(3);
      expect(new Set(select(index, area, { precise, seenOnly: true, step: 10 }))).toEqual(new Set([wall, beside]));
      behind.position.x = 0.4;
      index.update();
      expect(select(index, area, { precise, seenOnly: true, step: 10 })).toHaveLength(3);
      // Every place of so wide a grid is on the wall, or beside.
      expect(select(index, area, { precise, seenOnly: true, step: 100 })).toHaveLength(2);
      behind.position.x = 0;
      index.update();
      wall.layers.set(1);
      index.update();
      expect(new Set(select(index, area, { precise, seenOnly: true, step: 10 }))).toEqual(new Set([behind, beside]));
      wall.layers.set(0);
      index.update();
    }
  });

  it('a filtered object hides others, and a clipped one does not', () => {
    const [wall, behind] = [cubeAt(0, 0, 2), cubeAt(0, 0)];
    const index = SceneIndex.from(rootOf(wall, behind));
    const area = between(-1, -1, 1, 1);
    const filter = (object: Object3D) => object === behind;
    expect(select(index, area, { seenOnly: true, step: 10, filter })).toEqual([]);
    expect(select(index, area, { seenOnly: true, step: 10, within: behind })).toEqual([]);
    const clipping = { clippingPlanes: [new Plane(new Vector3(0, 0, -1), 1)] };
    expect(select(index, area, { seenOnly: true, step: 10, clipping })).toEqual([behind]);
  });

  it('seenOnly casts at least one ray, and only within a lasso', () => {
    const [wall, behind] = [cubeAt(0, 0, 2), cubeAt(0, 0)];
    const index = SceneIndex.from(rootOf(wall, behind));
    expect(select(index, between(0, 0, 0, 0), { seenOnly: true, step: 10 })).toEqual([wall]);
    behind.position.x = 0.6;
    index.update();
    const area = lasso([-1, -1], [2, -1], [-1, 2]);
    expect(select(index, area, { seenOnly: true, step: 10 })).toHaveLength(2);
    expect(select(index, lasso([-1, 0.2], [0.2, -1], [-1, -1]), { seenOnly: true, step: 10 })).toEqual([wall]);
  });

  it('rays of seenOnly end at the far plane, among many as alone', () => {
    const camera = new PerspectiveCamera(50, 1, 1, 10);
    const wall = new Mesh(new BoxGeometry(1000, 1000, 1));
    const root = rootOf(camera, wall);
    const sprite = new Sprite();
    sprite.position.z = 1e4;
    const index = SceneIndex.from(rootOf(root, sprite));
    for (let i = 0; i < 1000; i++) {
      root.rotation.set(0.1 * i, 0.2 * i, 0.3 * i);
      camera.far = 5 + 0.01 * i;
      camera.updateProjectionMatrix();
      wall.position.z = -camera.far - 0.5;
      const area = between((i % 7) - 3, (i % 5) - 2, (i % 7) - 3, (i % 5) - 2);
      // A ray may hit a sprite outside its box. So where there is one, the rays are cast one by one.
      const [alone, among] = [true, false].map((visible) => {
        sprite.visible = visible;
        index.update();
        return index.select(area, camera, element, { seenOnly: true }).toArray();
      });
      expect(among).toEqual(alone);
    }
  });

  it('an object outside the near and the far plane hides nothing', () => {
    const [before, front, behind] = [cubeAt(0, 0, 12), cubeAt(0, 0, 2), cubeAt(2, 0, -9)];
    const index = SceneIndex.from(rootOf(before, front, behind));
    const area = between(-1, -1, 3, 1);
    const camera = new OrthographicCamera(-4, 4, 4, -4, -1, 16);
    for (const [near, seen] of [
      [-1, front],
      [-5, before],
    ] as const) {
      camera.near = near;
      for (const [system, isReversed] of ends) {
        Object.assign(camera, { coordinateSystem: system, _reversedDepth: isReversed });
        camera.position.z = 10;
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
        for (const precise of [false, true]) {
          const found = index.select(area, camera, element, { precise, seenOnly: true, step: 10 });
          expect(found.toArray()).toEqual([{ object: seen }]);
        }
      }
    }
  });

  it('lines, points and sprites hide nothing, and a mesh hides them', () => {
    const cube = cubeAt(0, 0);
    const edges = new LineSegments(new EdgesGeometry(cube.geometry));
    cube.add(edges);
    const points = new Points(new BufferGeometry().setFromPoints([new Vector3(0, 0, -2)]));
    const sprite = new Sprite();
    sprite.position.z = 3;
    const names = new Map<Object3D, string>(Object.entries({ cube, edges, points, sprite }).map(([k, v]) => [v, k]));
    const index = SceneIndex.from(rootOf(sprite, points, cube));
    const seen = (precise: boolean) =>
      select(index, between(-3, -3, 3, 3), { precise, seenOnly: true, step: 10 })
        .map((object) => names.get(object))
        .sort();
    // Rays pass the cube, and hit the points within the threshold.
    expect(seen(true)).toEqual(['cube', 'edges', 'points', 'sprite']);
    cube.scale.setScalar(4);
    index.update();
    for (const precise of [false, true]) expect(seen(precise)).toEqual(['cube', 'edges', 'sprite']);
    sprite.position.z = 1;
    index.update();
    for (const precise of [false, true]) expect(seen(precise)).toEqual(['cube', 'edges']);
  });

  it('a mesh hides a sprite of constant size, also if the sprite is tested first', () => {
    const wall = cubeAt(0, 0);
    const sprites = [1, -2].map((z) => {
      const sprite = new Sprite(new SpriteMaterial({ sizeAttenuation: false }));
      sprite.position.z = z;
      sprite.scale.setScalar(0.02);
      return sprite;
    });
    const index = SceneIndex.from(rootOf(...sprites, wall));
    const area = between(-0.4, -0.4, 0.4, 0.4);
    expect(new Set(select(index, area, { precise: true }))).toEqual(new Set([...sprites, wall]));
    const seen = select(index, area, { precise: true, seenOnly: true, step: 10 });
    expect(new Set(seen)).toEqual(new Set([sprites[0], wall]));
  });

  it('seenOnly finds points as far as rays hit them, by thresholds that the caller may give', () => {
    const cube = cubeAt(0, 0);
    const [points, line] = [new Points(), new Line()];
    const behind = [new Vector3(0, 0, -2), new Vector3(0.1, 0, -2)];
    for (const object of [points, line]) object.geometry.setFromPoints(behind);
    const index = SceneIndex.from(rootOf(cube, points, line));
    const seen = (params: Partial<RaycasterParameters>) =>
      new Set(select(index, between(-1, -1, 1, 1), { precise: true, seenOnly: true, step: 10, params }));
    // A ray passes the cube at a distance of 0.5 from its middle.
    expect(seen({})).toEqual(new Set([cube, points, line]));
    expect(seen({ Points: { threshold: 0.1 } })).toEqual(new Set([cube, line]));
    expect(seen({ Line: { threshold: 0.1 } })).toEqual(new Set([cube, points]));
    expect(seen(new Raycaster().params)).toEqual(new Set([cube, points, line]));
  });

  it('the only visible level of a LOD hides what is behind it, also if its raycast calls another level', () => {
    const [near, far, behind] = [new Line(), cubeAt(0, 0), cubeAt(0, 0, -2)];
    near.geometry.setFromPoints([new Vector3(-0.5, 0, 1), new Vector3(0.5, 0, 1)]);
    far.visible = false;
    behind.scale.setScalar(0.5);
    const lod = new LOD().addLevel(near, 0).addLevel(far, 5);
    lod.autoUpdate = false;
    const index = SceneIndex.from(rootOf(lod, behind));
    const ray = new Raycaster(new Vector3(0, 0, 10), new Vector3(0, 0, -1));
    expect(index.raycastAll(ray).map(({ object }) => object)).toContain(far);
    const area = between(-0.4, -0.4, 0.4, 0.4);
    expect(select(index, area, { precise: true, seenOnly: true, step: 10 })).toEqual([near]);
  });

  it('seenOnly selects single instances', () => {
    const instances = instancesAt([0, 0], [0, 0], [2, 0]);
    const index = SceneIndex.from(instances);
    const found = index.select(between(-3, -1, 3, 1), cameraAbove(), element, {
      seenOnly: true,
      step: 10,
      precise: true,
    });
    expect(found.toArray().map(({ instanceId }) => instanceId)).toEqual([0, 2]);
  });
});

describe('options of a selection', () => {
  it('a selection names instances', () => {
    const [instances, batch] = [instancesAt([0, 0], [2, 0]), batchAt([0, 2], [2, 2])];
    const found = SceneIndex.from(rootOf(instances, batch)).select(between(1, -1, 3, 3), cameraAbove(), element);
    expect(new Set(found)).toEqual(
      new Set([
        { object: instances, instanceId: 1 },
        { object: batch, batchId: 1 },
      ]),
    );
  });

  it('a selection has a filter, an object within which to select, and the layers of the camera', () => {
    const [a, b, hidden, other] = [cubeAt(0, 0), cubeAt(2, 0), cubeAt(0, 2), cubeAt(2, 2)];
    hidden.visible = false;
    other.layers.set(1);
    const group = rootOf(b, hidden);
    const instances = instancesAt([0, -2], [2, -2]);
    const index = SceneIndex.from(rootOf(a, group, other, instances));
    const area = between(-3, -3, 3, 3);
    for (const mode of ['crossing', 'window'] as const) {
      for (const precise of [false, true]) {
        const selected = (options: SceneSelectOptions) => new Set(select(index, area, { mode, precise, ...options }));
        expect(selected({})).toEqual(new Set([a, b, instances]));
        expect(selected({ within: group })).toEqual(new Set([b]));
        expect(selected({ filter: (object) => object !== a })).toEqual(new Set([b, instances]));
        const asked: unknown[] = [];
        selected({ filter: (object, instanceId) => asked.push(object === instances ? instanceId : object) > 0 });
        expect(new Set(asked)).toEqual(new Set([a, b, 0, 1]));
      }
    }
    const camera = cameraAbove();
    camera.layers.set(1);
    expect([...index.select(area, camera, element)]).toEqual([{ object: other }]);
  });

  it('a selection can be read in every way until the index changes', () => {
    const cubes = [cubeAt(0, 0), cubeAt(2, 0), cubeAt(3, 3), cubeAt(-3, -3)];
    cubes[2].rotation.z = 0.6;
    const root = rootOf(...cubes);
    const index = SceneIndex.from(root);
    const selected = index.select(between(-1, -1, 2.4, 2.4), cameraAbove(), element);
    expect(selected.size).toBe(2);
    const { ids } = selected;
    expect([...ids].sort()).toEqual([...ids.toArray()].sort());
    expect([0, 1, 2, 3, -1, 0.5].map((id) => ids.has(id))).toEqual([true, true, false, false, false, false]);
    const visited: Object3D[] = [];
    selected.forEach((object) => visited.push(object));
    expect(new Set(visited)).toEqual(new Set([cubes[0], cubes[1]]));
    root.remove(cubes[0]);
    index.update();
    for (const read of [() => ids.size, () => ids.has(0), () => ids.toArray(), () => [...ids], () => [...selected]]) {
      expect(read).toThrow('the scene has changed since this set was made');
    }
  });

  it("a selection uses the projection of the camera's kind", () => {
    const [near, far] = [cubeAt(0, 0, -5), cubeAt(3, 0, -50)];
    const index = SceneIndex.from(rootOf(near, far));
    const camera = new PerspectiveCamera(90, 1, 1, 100);
    camera.updateMatrixWorld();
    const selected = (area: SelectArea) =>
      [...index.select(area, camera, element, { precise: true })].map((hit) => hit.object);
    for (const [system, isReversed] of ends) {
      Object.assign(camera, { coordinateSystem: system, _reversedDepth: isReversed });
      camera.updateProjectionMatrix();
      // The far cube is seen at 0.06 of the half width, the near one to 0.11.
      expect(selected(between(0.25, -1, 0.4, 1))).toHaveLength(2);
      expect(selected(between(0.45, -1, 0.6, 1))).toEqual([]);
      expect(selected(between(-0.5, -1, 0.1, 1))).toEqual([near]);
    }
    camera.setViewOffset(800, 800, 400, 0, 400, 800);
    expect(selected(between(-4, -1, -3.9, 1))).toEqual([near]);
    expect(selected(between(0, -1, 1, 1))).toEqual([]);
  });
});

describe('vertices of a selection', () => {
  it('a selection uses the triangles of the last pose, if the mesh has been posed', () => {
    const geometry = new SphereGeometry(1, 40, 20);
    const zeros = new Array<number>(4 * geometry.attributes.position.count).fill(0);
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(zeros, 4));
    const whole = zeros.map((_, i) => Number(i % 4 === 0));
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(whole, 4));
    const mesh = new SkinnedMesh(geometry);
    const bone = new Bone();
    mesh.add(bone);
    mesh.bind(new Skeleton([bone]));
    const index = SceneIndex.from(mesh);
    const [left, right] = [between(-0.1, -0.1, 0.1, 2), between(1.9, -0.1, 2.1, 2)];
    index.pose(mesh);
    bone.position.x = 2;
    bone.updateMatrixWorld();
    expect(select(index, left, { precise: true })).toEqual([mesh]);
    index.pose(mesh);
    expect(select(index, left, { precise: true })).toEqual([]);
    expect(select(index, right, { precise: true })).toEqual([mesh]);
    const placed = vi.spyOn(mesh, 'getVertexPosition');
    expect(select(index, right, { precise: true, mode: 'window' })).toEqual([]);
    expect(placed).not.toHaveBeenCalled();
  });

  it('a selection uses the triangles where morph targets draw an instance', () => {
    const instances = new InstancedMesh(movedRight(new BoxGeometry(1, 1, 1)), new MeshBasicMaterial(), 1);
    instances.morphTargetInfluences = [1];
    expect(select(instances, between(-0.4, -0.4, 0.4, 0.4), { precise: true })).toEqual([]);
    expect(select(instances, between(1.6, -0.4, 2.4, 0.4), { precise: true })).toEqual([instances]);
  });

  it("a selection uses the triangles where an instance's own influences draw it", () => {
    const mesh = new Mesh(movedRight(new BoxGeometry(1, 1, 1)), new MeshBasicMaterial());
    const instances = new InstancedMesh(mesh.geometry, mesh.material, 2);
    instances.setMatrixAt(0, new Matrix4());
    instances.setMatrixAt(1, new Matrix4().makeTranslation(0, 3, 0));
    [0, 1].forEach((influence, instance) => {
      mesh.morphTargetInfluences = [influence];
      instances.setMorphAt(instance, mesh);
    });
    expect(select(instances, between(-0.4, -0.4, 0.4, 0.4), { precise: true })).toEqual([instances]);
    expect(select(instances, between(1.6, -0.4, 2.4, 0.4), { precise: true })).toEqual([]);
    expect(select(instances, between(-0.4, 2.6, 0.4, 3.4), { precise: true })).toEqual([]);
    expect(select(instances, between(1.6, 2.6, 2.4, 3.4), { precise: true })).toEqual([instances]);
  });

  it('a selection uses points and lines where morph targets draw them', () => {
    for (const count of [2, 1000]) {
      const many = Array.from({ length: count }, (_, i): Triple => [0.1 * (i % 2), 0.1 * Math.floor(i / 2), 0]);
      const geometry = movedRight(geometryOf(...many));
      for (const object of [new Points(geometry), new Line(geometry), new LineSegments(geometry)]) {
        object.morphTargetInfluences = [1];
        const index = SceneIndex.from(object);
        // From the second time on, there may be a tree.
        expect(select(index, between(-0.5, -0.5, 0.5, 0.5), { precise: true })).toEqual([]);
        expect(select(index, between(-0.5, -0.5, 0.5, 0.5), { precise: true })).toEqual([]);
        expect(select(index, between(1.5, -0.5, 2.5, 0.5), { precise: true })).toEqual([object]);
      }
    }
  });

  it('a selection leaves out a triangle in which the draw range ends', () => {
    const corners = (x: number): Triple[] => [
      [x, 0, 0],
      [x + 0.04, 0, 0],
      [x, 0.5, 0],
    ];
    const geometry = geometryOf(...Array.from({ length: 40 }, (_, i) => corners(i / 20)).flat(), ...corners(3));
    geometry.setDrawRange(0, 121);
    const mesh = new Mesh(geometry);
    expect(select(mesh, between(2.5, -1, 3.5, 1), { precise: true })).toEqual([]);
    geometry.setDrawRange(0, 123);
    expect(select(mesh, between(2.5, -1, 3.5, 1), { precise: true })).toEqual([mesh]);
  });

  it('rays and areas share one tree of triangles', () => {
    const mesh = new Mesh(new SphereGeometry(1, 40, 20));
    const index = SceneIndex.from(mesh);
    const add = vi.spyOn(index.boxes[INTERNALS].links, 'addMesh');
    index.raycast(new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1)), { precise: true });
    select(index, between(0, 0, 0.1, 2), { precise: true });
    expect(add).toHaveBeenCalledOnce();
  });
});

describe('selectionPlanes', () => {
  it('the planes are around what the camera shows in the rectangle', () => {
    for (const [system, isReversed] of ends) {
      const camera = cameraAbove();
      Object.assign(camera, { coordinateSystem: system, _reversedDepth: isReversed });
      camera.updateProjectionMatrix();
      const planes = selectionPlanes(between(-1, -2, 3, 4), camera, element);
      const rounded = planes.map(({ normal, constant }) => [...normal.toArray(), constant].map((value) => value + 0));
      expect(rounded).toEqual([
        [1, 0, 0, 1],
        [-1, 0, 0, 3],
        [0, 1, 0, 2],
        [0, -1, 0, 4],
        [0, 0, -1, 10],
        [0, 0, 1, 6],
      ]);
    }
  });

  it('the planes are one less if the far plane is at infinity', () => {
    const camera = new PerspectiveCamera(90, 1, 1, 10);
    camera.projectionMatrix.elements[10] = -1;
    camera.projectionMatrix.elements[14] = -2;
    camera.updateMatrixWorld();
    expect(selectionPlanes(between(-1, -1, 1, 1), camera, element)).toHaveLength(5);
    const cubes = [cubeAt(0, 0, -1e6), cubeAt(0, 0, 5)];
    const index = SceneIndex.from(rootOf(...cubes));
    expect([...index.select(between(-1, -1, 1, 1), camera, element)]).toEqual([{ object: cubes[0] }]);
  });
});

describe('wrong arguments of select', () => {
  const index = SceneIndex.from(cubeAt(0, 0));
  const area = between(0, 0, 1, 1);

  it.each([
    [null, 'area must be a rectangle { from, to } or a lasso { points }, got null'],
    [{ from: at(0, 0) }, 'area.to must be a pointer event, got undefined'],
    [{ from: at(0, 0), to: { clientX: NaN, clientY: 0 } }, 'area.to.clientX must be a finite number, got NaN'],
    [{ points: 1 }, 'area.points must be an array of pointer events, got 1'],
    [{ points: [] }, 'area.points must be at least one point, got none'],
    [{ points: [at(0, 0), null] }, 'area.points[1] must be a pointer event, got null'],
  ])('the error names the wrong area: %j', (wrong, message) => {
    expect(() => index.select(wrong as SelectArea, cameraAbove(), element)).toThrow(message);
  });

  it.each([
    [{ mode: 'inside' }, `options.mode must be 'crossing' or 'window', got "inside"`],
    [{ precise: 1 }, 'options.precise must be true or false, got 1'],
    [{ seenOnly: 1 }, 'options.seenOnly must be true or false, got 1'],
    [{ step: 0 }, 'options.step must be greater than 0, got 0'],
    [{ step: '4' }, 'options.step must be a number, got "4"'],
    [{ params: null }, 'options.params must be the params of a Raycaster, got null'],
    [{ filter: 1 }, 'options.filter must be a function, got 1'],
    [{ within: 1 }, 'options.within must be a three.js Object3D, got 1'],
    [{ clipping: 1 }, 'options.clipping must be a renderer, an object with clippingPlanes, or null, got 1'],
  ])('the error names the wrong option: %j', (wrong, message) => {
    expect(() => index.select(area, cameraAbove(), element, wrong as SceneSelectOptions)).toThrow(message);
  });

  it('the error names a wrong camera and a wrong element', () => {
    const camera = cameraAbove();
    camera.projectionMatrix.elements[0] = NaN;
    expect(() => index.select(area, camera, element)).toThrow('camera.projectionMatrix must be made of finite numbers');
    expect(() => index.select(area, {} as never, element)).toThrow('camera must be a three.js Camera');
    const flat = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 0, height: 9 }) };
    expect(() => index.select(area, cameraAbove(), flat)).toThrow('element must be of a finite size above 0');
    expect(() => selectionPlanes(1 as never, cameraAbove(), element)).toThrow(
      'rectangle must be a rectangle { from, to }',
    );
  });
});

type Triple = [number, number, number];

function geometryOf(...points: Triple[]): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
}

function triangleOf(...points: Triple[]): Mesh<BufferGeometry, MeshBasicMaterial | MeshBasicMaterial[]> {
  return new Mesh(geometryOf(...points), new MeshBasicMaterial());
}

/** With a morph target that is two units to the right. */
function movedRight(geometry: BufferGeometry): BufferGeometry {
  const { count } = geometry.getAttribute('position');
  const offsets = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 2 : 0));
  geometry.morphAttributes.position = [new Float32BufferAttribute(offsets, 3)];
  geometry.morphTargetsRelative = true;
  return geometry;
}
