import {
  BoxGeometry,
  BufferGeometry,
  type Camera,
  DoubleSide,
  Group,
  Layers,
  Line,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Points,
  SphereGeometry,
  Sprite,
  Vector3,
} from 'three';
import { SceneIndex, type SceneSnapOptions, type Snap } from 'slabtree/three';
import { describe, expect, it } from 'vitest';

const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 800, height: 800 }) };
const [a, b] = [new Vector3(-3, 0.5, 0), new Vector3(3, 0.5, 0)];

/** Looks from (0, 0, 10) along -z. A unit is 80 pixels at z = 0. */
function perspective(): PerspectiveCamera {
  const camera = new PerspectiveCamera(2 * (180 / Math.PI) * Math.atan(0.5), 1, 0.1, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

function orthographic(): OrthographicCamera {
  const camera = new OrthographicCamera(-5, 5, 5, -5, -20, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

function box(size = 2): Mesh {
  return new Mesh(new BoxGeometry(size, size, size), new MeshBasicMaterial());
}

/** Snaps at a place in the world, and some pixels to the right. */
function snapAt(
  objects: Object3D[],
  at: Vector3,
  right: number,
  options: SceneSnapOptions = {},
  camera: Camera = perspective(),
): Snap | null {
  const root = new Group();
  root.add(...objects);
  const { x, y } = at.clone().project(camera);
  const event = { clientX: 400 * (1 + x) + right, clientY: 400 * (1 - y) };
  return SceneIndex.from(root).snap(event, camera, canvas, options);
}

/** As a renderer with a reversed depth buffer draws. */
function reversed<Kind extends PerspectiveCamera | OrthographicCamera>(camera: Kind): Kind {
  Object.assign(camera, { _reversedDepth: true });
  camera.updateProjectionMatrix();
  return camera;
}

describe.each([
  ['perspective', perspective],
  ['orthographic', orthographic],
  ['perspective, with reversed depth', () => reversed(perspective())],
  ['orthographic, with reversed depth', () => reversed(orthographic())],
])('SceneIndex.snap, %s', (_, camera) => {
  it('a snap prefers a vertex to an edge, and an edge to a face', () => {
    const corner = new Vector3(1, 1, 1);
    expect(snapAt([box()], corner, -4, {}, camera())).toMatchObject({ kind: 'vertex', point: corner });
    expect(snapAt([box()], corner, -4, { radius: 3 }, camera())?.kind).toBe('edge');
    expect(snapAt([box()], corner, -4, { to: ['face', 'edge'] }, camera())?.kind).toBe('edge');
    expect(snapAt([box()], new Vector3(1, 0.9, 1), -4, { to: 'face' }, camera())).toMatchObject({
      kind: 'face',
      pixels: 0,
    });
    expect(snapAt([box()], new Vector3(0.5, 0, 1), 0, {}, camera())?.kind).toBe('face');
    expect(snapAt([box()], new Vector3(2, 2, 1), 0, {}, camera())).toBeNull();
  });

  it('a snap finds the nearest place on a side of a face that the pointer misses', () => {
    const snap = snapAt([box()], new Vector3(1, 0.3, 1), 5, { to: 'face' }, camera());
    expect(snap?.pixels).toBeCloseTo(5);
    expect(snap?.point.distanceTo(new Vector3(1, 0.3, 1))).toBeLessThan(1e-9);
  });

  it('a snap leaves out what a mesh hides, and finds it when that is clipped', () => {
    const wall = new Mesh(new PlaneGeometry(4, 4), new MeshBasicMaterial({ side: DoubleSide }));
    wall.position.z = 3;
    const corner = new Vector3(1, 1, 1);
    expect(snapAt([box(), wall], corner, 0, { to: 'vertex' }, camera())).toBeNull();
    const clipping = { clippingPlanes: [new Plane(new Vector3(0, 0, -1), 2)] };
    expect(snapAt([box(), wall], corner, 0, { to: 'vertex', clipping }, camera())?.point).toEqual(corner);
    // The near side of the box is cut away too: now its far side is seen from within.
    const deep = { clippingPlanes: [new Plane(new Vector3(0, 0, -1), 0)] };
    const inside = box();
    inside.material = new MeshBasicMaterial({ side: DoubleSide });
    expect(snapAt([inside, wall], new Vector3(1, 1, -1), 0, { to: 'vertex', clipping: deep }, camera())?.point).toEqual(
      new Vector3(1, 1, -1),
    );
  });

  it('filters and layers of objects in front do not prevent a snap to the far side of a mesh', () => {
    const front = box(3);
    front.position.z = 4;
    front.layers.set(1);
    const corner = new Vector3(1, 1, 1);
    const find = (options: SceneSnapOptions) =>
      snapAt([box(0.5), box(), front], corner, 0, { to: 'vertex', ...options }, camera());
    expect(find({})?.point).toEqual(corner);
    const layers = new Layers();
    layers.enableAll();
    expect(find({ layers, radius: 1 })).toBeNull();
    expect(find({ layers, radius: 1, filter: (object) => object !== front })?.point).toEqual(corner);
  });

  it('a snap finds ends and places of lines, and points, which hide nothing', () => {
    const line = new Line(new BufferGeometry().setFromPoints([a, b]));
    const points = new Points(new BufferGeometry().setFromPoints([new Vector3(0, 0.5, -1)]));
    const sprite = new Sprite();
    sprite.position.set(0, 0.5, 3);
    const all = [line, points, sprite];
    expect(snapAt(all, b, 3, {}, camera())).toMatchObject({ kind: 'vertex', object: line, vertices: [1], point: b });
    const middle = snapAt([line], new Vector3(1, 0.5, 0), 0, {}, camera());
    expect(middle).toMatchObject({ kind: 'edge', object: line, vertices: [0, 1] });
    expect(middle?.faceIndex).toBeUndefined();
    expect(snapAt(all, new Vector3(0, 0.5, -1), 0, {}, camera())).toMatchObject({ kind: 'vertex', object: points });
    expect(snapAt(all, b, 3, { to: 'face' }, camera())).toBeNull();
  });

  it('a snap finds the part of an edge between the near and the far plane', () => {
    const endless = new LineSegments(
      new BufferGeometry().setFromPoints([new Vector3(0, -1, 1000), new Vector3(0, -1, -1000)]),
    );
    const snap = snapAt([endless], new Vector3(0, -1, 2), 2, {}, camera());
    expect(snap?.kind).toBe('edge');
    expect(snap?.point.x).toBe(0);
    expect(snap?.pixels).toBeLessThan(2.1);
  });
});

describe('options of a snap', () => {
  it('a snap finds no edges within flat faces, unless all sides of triangles are requested', () => {
    const middle = new Vector3(0, 0, 1);
    expect(snapAt([box()], middle, 0, { to: 'edge' })).toBeNull();
    const diagonal = snapAt([box()], middle, 0, { to: 'edge', thresholdAngle: 0 });
    expect(diagonal?.point.distanceTo(middle)).toBeLessThan(1e-9);
  });

  it('a snap finds no vertices of smooth faces with a larger angle', () => {
    const ball = () => new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial());
    expect(snapAt([ball()], new Vector3(0, 0, 1), 0, { to: 'vertex', radius: 40 })?.kind).toBe('vertex');
    expect(snapAt([ball()], new Vector3(0, 0, 1), 0, { to: 'vertex', radius: 40, thresholdAngle: 60 })).toBeNull();
  });

  it('a snap finds nothing of an object with an own raycast, which hides what is behind its hit', () => {
    const front = box();
    front.position.z = 4;
    front.raycast = (raycaster, hits) => {
      Mesh.prototype.raycast.call(front, raycaster, hits);
    };
    expect(snapAt([front], new Vector3(1, 1, 5), 0, { to: 'vertex' })).toBeNull();
    expect(snapAt([front, box()], new Vector3(1, 1, 1), 0, { to: 'vertex' })).toBeNull();
    front.raycast = () => undefined;
    expect(snapAt([front, box()], new Vector3(1, 1, 1), 0, { to: 'vertex' })?.point).toEqual(new Vector3(1, 1, 1));
  });

  it('a snap prefers the nearer of two vertices that are drawn in the same place', () => {
    const [near, far] = [1, -1].map((z) => new Points(new BufferGeometry().setFromPoints([new Vector3(0, 0, z)])));
    expect(snapAt([far, near], new Vector3(), 0)?.object).toBe(near);
  });

  it('a snap finds points among many as among few', () => {
    const places = Array.from(
      { length: 20_000 },
      (_, i) => new Vector3((i % 200) / 50 - 2, Math.floor(i / 200) / 25 - 2, 0),
    );
    const points = new Points(new BufferGeometry().setFromPoints(places));
    for (let i = 0; i < 3; i++) {
      expect(snapAt([points], places[12_345], 0.2)).toMatchObject({ kind: 'vertex', vertices: [12_345] });
    }
  });

  it('a snap rejects options that mean nothing', () => {
    const snap = (options: object) => () => snapAt([box()], new Vector3(), 0, options);
    expect(snap({ radius: -1 })).toThrow('options.radius must be 0 or more, got -1');
    expect(snap({ radius: NaN })).toThrow('options.radius');
    expect(snap({ to: 'corner' })).toThrow("options.to must be 'vertex', 'edge' or 'face', or a list of these");
    expect(snap({ to: 3 })).toThrow('options.to');
    expect(snap({ to: [] })).toThrow("options.to must be at least one of 'vertex', 'edge' and 'face', got none");
    expect(snap({ thresholdAngle: '1' })).toThrow('options.thresholdAngle');
    expect(snap({ layers: 1 })).toThrow('options.layers must be three.js Layers');
    expect(snap({ within: 1 })).toThrow('options.within');
  });
});
