import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { type BadCall, expectComplaint, untyped } from '../support/errors';

const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 3);
const root = new Group().add(mesh, instances);
const index = SceneIndex.from(root);
const camera = new PerspectiveCamera();
const event = { clientX: 5, clientY: 5 };
const canvas = (width: number, height: number) => ({
  getBoundingClientRect: () => ({ left: 0, top: 0, width, height }),
});
const along = (direction: Vector3) => new Raycaster(new Vector3(0, 0, 10), direction);

const badCalls: BadCall[] = [
  ['an index of nothing', () => SceneIndex.from(untyped(undefined)), TypeError, ['root', 'Object3D', 'undefined']],
  ['an index of a literal', () => SceneIndex.from(untyped({ children: [] })), TypeError, ['root', 'Object3D']],
  ['an unknown backend', () => SceneIndex.from(root, { backend: untyped('gpu') }), RangeError, ['backend', 'gpu']],
  ['an id of no box', () => index.at(100), RangeError, ['id', '100']],
  ['an id below 0', () => index.at(-1), RangeError, ['id', '-1']],
  ['an id between numbers', () => index.at(0.5), RangeError, ['id', '0.5']],
  [
    'an instance that is not there',
    () => {
      index.markDirty(instances, 3);
    },
    RangeError,
    ['instanceId', '0 to 2', '3'],
  ],
  [
    'half an instance',
    () => {
      index.markDirty(instances, 0.5);
    },
    RangeError,
    ['instanceId', '0.5'],
  ],
  ['a canvas without a size', () => index.pick(event, camera, canvas(0, 0)), RangeError, ['element', '0 by 0']],
  ['a ray without a direction', () => index.raycast(along(new Vector3(0, 0, 0))), RangeError, ['direction']],
  [
    'a ray without a direction, precisely',
    () => index.raycast(along(new Vector3(0, 0, 0)), { precise: true }),
    RangeError,
    ['direction'],
  ],
  ['a ray to nowhere', () => index.raycast(along(new Vector3(NaN, 0, 1))), RangeError, ['ray.direction.x', 'NaN']],
  ['no raycaster', () => index.raycast(untyped(undefined)), TypeError, ['raycaster', 'undefined']],
  ['no camera to cull for', () => index.cull(untyped(undefined)), TypeError, ['camera', 'undefined']],
  [
    'an event without a place',
    () => index.pick(untyped({}), camera, canvas(9, 9)),
    TypeError,
    ['event.clientX', 'undefined'],
  ],
  [
    'no camera to pick with',
    () => index.pick(event, untyped(undefined), canvas(9, 9)),
    TypeError,
    ['camera', 'undefined'],
  ],
  [
    'nothing that is dirty',
    () => {
      index.markDirty(untyped(undefined));
    },
    TypeError,
    ['object', 'undefined'],
  ],
  ['no plane', () => index.split(untyped(undefined)), TypeError, ['plane', 'undefined']],
  ['a plane without a normal', () => index.split(new Plane(new Vector3(0, 0, 0), 1)), RangeError, ['plane.normal']],
];

describe('an index says what is wrong', () => {
  it.each(badCalls)('with %s', (_, call, kind, names) => {
    expectComplaint(call, kind, names);
  });

  it('with a set that is walked after the index has changed', () => {
    const moving = new Object3D().add(new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial()));
    const itsIndex = SceneIndex.from(moving);
    const { front } = itsIndex.split(new Plane(new Vector3(0, 1, 0), 5));
    expect(front.size).toBe(1);
    moving.position.x = 1;
    itsIndex.update();
    expect(() => front.toArray()).toThrow(/change/);
    expect(() => [...front]).toThrow(/change/);
  });

  it('and goes on as it was', () => {
    for (const [, call] of badCalls) expect(call).toThrow();
    expect(index.raycast(along(new Vector3(0, 0, -1)), { precise: true })?.object).toBe(mesh);
    expect(index.boxes.size).toBe(4);
  });
});
