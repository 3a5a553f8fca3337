import {
  BoxGeometry,
  Camera,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Plane,
  Ray,
  Raycaster,
  Vector3,
} from 'three';
import { BoxScene } from 'slabtree';
import { SceneIndex, SceneIndexHelper, VisibleInstances } from 'slabtree/three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BadCall, expectComplaint, untyped } from '../support/errors';

const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 3);
const noInstances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 0);
const root = new Group().add(mesh, instances, noInstances);
const index = SceneIndex.from(root);
const camera = new PerspectiveCamera();
const event = { clientX: 5, clientY: 5 };
const canvas = (width: number, height: number) => ({
  getBoundingClientRect: () => ({ left: 0, top: 0, width, height }),
});
/** A canvas of 9 by 9 pixels, with some values changed. */
const canvasAt = (place: object) => ({
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 9, height: 9, ...place }),
});
const precise = { precise: true };
const byBoxes = { precise: false };
const along = (direction: Vector3) => new Raycaster(new Vector3(0, 0, 10), direction);

/** A camera with NaN in one of its matrices. A canvas without a size gives such an aspect. */
function cameraWithout(matrix: 'matrixWorld' | 'projectionMatrix'): PerspectiveCamera {
  const bad = new PerspectiveCamera();
  bad.updateMatrixWorld();
  if (matrix === 'matrixWorld') bad.position.x = NaN;
  else bad.aspect = NaN;
  bad.updateProjectionMatrix();
  bad.updateMatrixWorld();
  return bad;
}

/** A camera that projects everything to one line. */
function flatCamera(): PerspectiveCamera {
  const flat = new PerspectiveCamera();
  flat.projectionMatrix.scale(new Vector3(0, 1, 1));
  flat.projectionMatrixInverse.copy(flat.projectionMatrix).invert();
  return flat;
}

/** A raycaster with some fields changed. */
function raycasterWith(change: object): Raycaster {
  return Object.assign(along(new Vector3(0, 0, -1)), change);
}

const update = (change: object, object: { update(): void }) => () => {
  Object.assign(object, change);
  object.update();
};
const markDirty =
  (...args: [object: unknown, instanceId?: unknown]) =>
  () => {
    index.markDirty(...(args as Parameters<SceneIndex['markDirty']>));
  };
/** Calls the private constructor, as JavaScript can. */
const makeNew = (...args: unknown[]) => Reflect.construct(SceneIndex, args) as SceneIndex;
const geometry = new BoxGeometry(1, 1, 1);
const visible = new VisibleInstances(instances);

const badCalls: BadCall[] = [
  ['new instead of from', () => makeNew(root), TypeError, ['SceneIndex.from(root)']],
  ['new with options', () => makeNew(root, {}), TypeError, ['SceneIndex.from(root)']],
  ['an index of nothing', () => SceneIndex.from(untyped(undefined)), TypeError, ['root', 'Object3D', 'undefined']],
  ['an index of a literal', () => SceneIndex.from(untyped({ children: [] })), TypeError, ['root', 'Object3D']],
  [
    'an index of a geometry',
    () => SceneIndex.from(untyped(geometry)),
    TypeError,
    ['root', 'Object3D', 'a value of type BoxGeometry'],
  ],
  ['an unknown backend', () => SceneIndex.from(root, { backend: untyped('gpu') }), RangeError, ['backend', 'gpu']],
  ['null for options', () => SceneIndex.from(root, untyped(null)), TypeError, ['options', 'null']],
  ['an array of options', () => SceneIndex.from(root, untyped([])), TypeError, ['options', 'Array']],
  ['a map of options', () => SceneIndex.from(root, untyped(new Map())), TypeError, ['options', 'Map']],
  [
    'a set of options for a ray cast',
    () => index.raycast(new Raycaster(), untyped(new Set([precise]))),
    TypeError,
    ['options', 'Set'],
  ],
  [
    'a string for autoUpdate',
    () => SceneIndex.from(root, { autoUpdate: untyped('yes') }),
    TypeError,
    ['options.autoUpdate', 'true or false', '"yes"'],
  ],
  ['an id of no box', () => index.at(100), RangeError, ['id', '100']],
  ['an id below 0', () => index.at(-1), RangeError, ['id', '-1']],
  ['a string for an id', () => index.at(untyped('length')), TypeError, ['id', 'a number', '"length"']],
  ['a symbol for an id', () => index.at(untyped(Symbol('box'))), TypeError, ['id', 'a number', 'Symbol(box)']],
  ['an object for an id', () => index.at(untyped({})), TypeError, ['id', 'a number', 'an object']],
  ['no id', () => index.at(untyped(undefined)), TypeError, ['id', 'a number', 'undefined']],
  ['an id of NaN', () => index.at(NaN), RangeError, ['id', 'NaN']],
  ['an id that is not whole', () => index.at(0.5), RangeError, ['id', '0.5']],
  ['an instance that does not exist', markDirty(instances, 3), RangeError, ['instanceId', '0 to 2', '3']],
  ['an instance that is not whole', markDirty(instances, 0.5), RangeError, ['instanceId', '0.5']],
  ['an instance of NaN', markDirty(instances, NaN), RangeError, ['instanceId', 'NaN']],
  ['a string for an instance', markDirty(instances, '1'), TypeError, ['instanceId', 'a number', '"1"']],
  ['null for an instance', markDirty(instances, null), TypeError, ['instanceId', 'null']],
  ['an instance of none', markDirty(noInstances, 0), RangeError, ['instanceId', 'left out', 'no instances', '0']],
  [
    'an instance of a mesh that has none',
    markDirty(mesh, 3),
    RangeError,
    ['instanceId', '0 or left out', 'has no instances', '3'],
  ],
  ['an instance of a group', markDirty(root, 1), RangeError, ['instanceId', '0 or left out', 'has no instances', '1']],
  ['nothing to mark', markDirty(undefined), TypeError, ['object', 'undefined']],
  ['a geometry to mark', markDirty(geometry), TypeError, ['object', 'BoxGeometry']],
  ['a ray without a direction', () => index.raycast(along(new Vector3(0, 0, 0)), byBoxes), RangeError, ['direction']],
  [
    'a ray without a direction, with precise',
    () => index.raycast(along(new Vector3(0, 0, 0)), precise),
    RangeError,
    ['direction'],
  ],
  [
    'a ray with a direction of NaN',
    () => index.raycast(along(new Vector3(NaN, 0, 1)), byBoxes),
    RangeError,
    ['ray.direction.x', 'NaN'],
  ],
  [
    'a ray with an origin of NaN, with precise',
    () => index.raycast(new Raycaster(new Vector3(0, NaN, 0), new Vector3(0, 0, 1)), precise),
    RangeError,
    ['ray.origin.y', 'NaN'],
  ],
  ['no raycaster', () => index.raycast(untyped(undefined)), TypeError, ['raycaster', 'undefined']],
  ['a ray for a raycaster', () => index.raycast(untyped(new Ray())), TypeError, ['raycaster', 'Raycaster', 'Ray']],
  ['a near of NaN', () => index.raycast(raycasterWith({ near: NaN })), RangeError, ['raycaster.near', 'NaN']],
  ['a far of NaN', () => index.raycast(raycasterWith({ far: NaN }), precise), RangeError, ['raycaster.far', 'NaN']],
  ['no far', () => index.raycast(raycasterWith({ far: null })), TypeError, ['raycaster.far', 'a number', 'null']],
  ['no options', () => index.raycast(new Raycaster(), untyped(null)), TypeError, ['options', 'null']],
  ['true for options', () => index.raycast(new Raycaster(), untyped(true)), TypeError, ['options', 'true']],
  [
    'a number for precise',
    () => index.raycast(new Raycaster(), { precise: untyped(1) }),
    TypeError,
    ['options.precise', 'true or false', '1'],
  ],
  [
    'an array for filter',
    () => index.raycast(new Raycaster(), { filter: untyped([]) }),
    TypeError,
    ['options.filter', 'a function', 'Array'],
  ],
  [
    'a name for within',
    () => index.raycastAll(new Raycaster(), { within: untyped('crates') }),
    TypeError,
    ['options.within', 'Object3D', '"crates"'],
  ],
  ['no raycaster for all hits', () => index.raycastAll(untyped(null)), TypeError, ['raycaster', 'null']],
  ['null for the options of all hits', () => index.raycastAll(new Raycaster(), untyped(null)), TypeError, ['options']],
  ['a far of NaN for all hits', () => index.raycastAll(raycasterWith({ far: NaN })), RangeError, ['raycaster.far']],
  ['no camera to cull with', () => index.cull(untyped(undefined)), TypeError, ['camera', 'undefined']],
  ['a mesh to cull with', () => index.cull(untyped(mesh)), TypeError, ['camera', 'Camera', 'Mesh']],
  [
    'a camera at NaN to cull with',
    () => index.cull(cameraWithout('matrixWorld')),
    RangeError,
    ['camera.matrixWorldInverse', 'NaN'],
  ],
  [
    'a camera with an aspect of NaN to cull with',
    () => index.cull(cameraWithout('projectionMatrix')),
    RangeError,
    ['camera.projectionMatrix', 'NaN'],
  ],
  ['no plane', () => index.split(untyped(undefined)), TypeError, ['plane', 'undefined']],
  ['a plane without a normal', () => index.split(new Plane(new Vector3(0, 0, 0), 1)), RangeError, ['plane.normal']],
  [
    'a plane with a constant of NaN',
    () => index.split(new Plane(new Vector3(0, 0, 1), NaN)),
    RangeError,
    ['plane.constant', 'NaN'],
  ],
  [
    'a plane with a normal of NaN',
    () => index.split(new Plane(new Vector3(0, NaN, 1), 0)),
    RangeError,
    ['plane.normal.y', 'NaN'],
  ],
  ['no event', () => index.pick(untyped(undefined), camera, canvas(9, 9)), TypeError, ['event', 'undefined']],
  ['an event without a place', () => index.pick(untyped({}), camera, canvas(9, 9)), TypeError, ['event.clientX']],
  [
    'an event at NaN',
    () => index.pick({ clientX: 1, clientY: NaN }, camera, canvas(9, 9)),
    RangeError,
    ['event.clientY', 'NaN'],
  ],
  [
    'an event at infinity',
    () => index.pick({ clientX: Infinity, clientY: 0 }, camera, canvas(9, 9)),
    RangeError,
    ['event.clientX', 'finite', 'Infinity'],
  ],
  [
    'an event at a string',
    () => index.pick({ clientX: 1, clientY: untyped('1') }, camera, canvas(9, 9)),
    TypeError,
    ['event.clientY', 'a number', '"1"'],
  ],
  [
    'a canvas with a left of NaN',
    () => index.pick(event, camera, canvasAt({ left: NaN })),
    RangeError,
    ['element.getBoundingClientRect().left', 'finite', 'NaN'],
  ],
  [
    'a canvas with an infinite top',
    () => index.pick(event, camera, canvasAt({ top: -Infinity })),
    RangeError,
    ['element.getBoundingClientRect().top', 'finite', '-Infinity'],
  ],
  [
    'a canvas without a left',
    () => index.pick(event, camera, canvasAt({ left: undefined })),
    TypeError,
    ['element.getBoundingClientRect().left', 'a number', 'undefined'],
  ],
  [
    'a canvas of infinite width',
    () => index.pick(event, camera, canvas(Infinity, 9)),
    RangeError,
    ['element', 'Infinity by 9'],
  ],
  ['no camera to pick with', () => index.pick(event, untyped(undefined), canvas(9, 9)), TypeError, ['camera']],
  [
    'a camera from which three.js casts no rays',
    () => index.pick(event, new Camera(), canvas(9, 9)),
    TypeError,
    ['camera', 'perspective', 'orthographic', 'Camera'],
  ],
  [
    'a camera at NaN to pick with',
    () => index.pick(event, cameraWithout('matrixWorld'), canvas(9, 9)),
    RangeError,
    ['camera.matrixWorld', 'NaN'],
  ],
  [
    'a camera with an aspect of NaN to pick with',
    () => index.pick(event, cameraWithout('projectionMatrix'), canvas(9, 9)),
    RangeError,
    ['camera.projectionMatrixInverse', 'NaN'],
  ],
  [
    'a camera that flattens the view to a line',
    () => index.pick(event, flatCamera(), canvas(9, 9)),
    RangeError,
    ['camera.projectionMatrix', 'inverse'],
  ],
  ['no canvas', () => index.pick(event, camera, untyped(undefined)), TypeError, ['element', 'canvas', 'undefined']],
  ['a string for a canvas', () => index.pick(event, camera, untyped('c')), TypeError, ['element', 'canvas', '"c"']],
  [
    'an object that is no element for a canvas',
    () => index.pick(event, camera, untyped({})),
    TypeError,
    ['element', 'canvas'],
  ],
  ['a canvas without a size', () => index.pick(event, camera, canvas(0, 0)), RangeError, ['element', '0 by 0']],
  ['a canvas of size NaN', () => index.pick(event, camera, canvas(9, NaN)), RangeError, ['element', '9 by NaN']],
  [
    'a string for options',
    () => index.pick(event, camera, canvas(9, 9), untyped('precise')),
    TypeError,
    ['options', '"precise"'],
  ],
  [
    'a string for precise',
    () => index.pick(event, camera, canvas(9, 9), { precise: untyped('no') }),
    TypeError,
    ['options.precise', '"no"'],
  ],
  [
    'a camera for a raycaster',
    () => index.pick(event, camera, canvas(9, 9), { raycaster: untyped(camera) }),
    TypeError,
    ['options.raycaster', 'Raycaster', 'PerspectiveCamera'],
  ],
  [
    'no source for VisibleInstances',
    () => new VisibleInstances(untyped(undefined)),
    TypeError,
    ['source', 'undefined'],
  ],
  [
    'a mesh without instances as the source',
    () => new VisibleInstances(untyped(mesh)),
    TypeError,
    ['source', 'InstancedMesh', 'Mesh'],
  ],
  ['no view', () => visible.write(untyped(undefined)), TypeError, ['view', 'SceneIndex.cull', 'undefined']],
  [
    'a split for a view',
    () => visible.write(untyped(index.split(new Plane()))),
    TypeError,
    ['view', 'SceneIndex.cull', 'undefined'],
  ],
  [
    'arrays for a view',
    () => visible.write(untyped({ inside: [], crossing: [] })),
    TypeError,
    ['view', 'SceneIndex.cull', 'Array'],
  ],
  [
    'a view from an index that has never seen the source',
    () => visible.write(SceneIndex.from(new Group().add(new Group())).cull(camera)),
    RangeError,
    ['view', 'source', 'index.root', 'index.update()'],
  ],
  ['the source to copy', () => visible.copy(instances), TypeError, ['other', 'VisibleInstances', 'clone()']],
  [
    'visible instances of another source to copy',
    () => visible.copy(new VisibleInstances(new InstancedMesh(geometry, new MeshBasicMaterial(), 1))),
    TypeError,
    ['other', 'same source', 'clone()'],
  ],
  [
    'a mesh for a helper to copy',
    () => new SceneIndexHelper(index).copy(mesh),
    TypeError,
    ['other', 'SceneIndexHelper', 'Mesh'],
  ],
  [
    'a helper of another index to copy',
    () => new SceneIndexHelper(index).copy(new SceneIndexHelper(SceneIndex.from(mesh))),
    TypeError,
    ['other', 'same index', 'clone()'],
  ],
  ['a helper of an object', () => new SceneIndexHelper(untyped(root)), TypeError, ['index', 'SceneIndex', 'Group']],
  ['a helper of nothing', () => new SceneIndexHelper(untyped(null)), TypeError, ['index', 'SceneIndex', 'null']],
  [
    'a map for the options of a helper',
    () => new SceneIndexHelper(index, untyped(new Map())),
    TypeError,
    ['options', 'Map'],
  ],
  ['a number for the options of a helper', () => new SceneIndexHelper(index, untyped(3)), TypeError, ['options', '3']],
  ['a depth of NaN', () => new SceneIndexHelper(index, { depth: NaN }), RangeError, ['depth', 'NaN']],
  ['a string for a depth', () => new SceneIndexHelper(index, { depth: untyped('2') }), TypeError, ['depth', '"2"']],
  ['a depth that is set to NaN', update({ depth: NaN }, new SceneIndexHelper(index)), RangeError, ['depth', 'NaN']],
];

describe('calls with bad arguments', () => {
  it.each(badCalls)(
    'a wrong call throws an error that names the argument and the value: %s',
    (_, call, kind, names) => {
      expectComplaint(call, kind, names);
    },
  );

  it('a set throws when it is read after the index has changed', () => {
    const moving = new Object3D().add(new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial()));
    const itsIndex = SceneIndex.from(moving);
    const { front } = itsIndex.split(new Plane(new Vector3(0, 1, 0), 5));
    expect(front.size).toBe(1);
    moving.position.x = 1;
    itsIndex.update();
    expect(() => front.toArray()).toThrow(/change/);
    expect(() => [...front]).toThrow(/change/);
  });

  it('wrong calls change nothing', () => {
    for (const [, call] of badCalls) expect(call).toThrow();
    index.update();
    expect(index.raycast(along(new Vector3(0, 0, -1)), precise)?.object).toBe(mesh);
    expect([index.boxes.size, visible.count, instances.visible]).toEqual([4, 0, true]);
  });
});

describe('a scene without room for oriented boxes', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['a mesh', mesh],
    ['an InstancedMesh', instances],
  ])("the index passes on the scene's error for %s", (_, object) => {
    const full = new RangeError('no room');
    const refuse = (): never => {
      throw full;
    };
    vi.spyOn(BoxScene.prototype, 'addObb').mockImplementation(refuse);
    vi.spyOn(BoxScene.prototype, 'addObbs').mockImplementation(refuse);
    expect(() => SceneIndex.from(object)).toThrow(full);
  });
});
