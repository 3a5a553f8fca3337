import {
  BoxGeometry,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { batchAt, cubeAt, instancesAt, rayAt, rootOf } from '../../support/three/cubes';
import { skinnedCube } from '../../support/three/skinnedCube';

let warn: MockInstance<typeof console.warn>;

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // three.js reports a bounding box of NaN too, but not whose it is.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The warnings since the last call. */
function warnings(): string[] {
  const messages = warn.mock.calls.map(([message]) => String(message));
  warn.mockClear();
  return messages;
}

/** A cube with one coordinate of one corner replaced. */
function boxWith(coordinate: number): BufferGeometry {
  const geometry = new BoxGeometry(1, 1, 1);
  geometry.getAttribute('position').setY(3, coordinate);
  return geometry;
}

function named<Type extends Object3D>(name: string, object: Type): Type {
  object.name = name;
  return object;
}

/** How V8 begins to tell of something that is missing. */
const UNDEFINED = 'Cannot read properties of undefined (reading';

const nowhere: [what: string, make: () => Object3D, warning: string][] = [
  [
    'a mesh with a position that is NaN',
    () => new Mesh(boxWith(NaN), new MeshBasicMaterial()),
    'slabtree: Mesh "lost" is not indexed: its bounding box must be finite numbers',
  ],
  [
    'a mesh with a position at infinity',
    () => new Mesh(boxWith(Infinity), new MeshBasicMaterial()),
    'slabtree: Mesh "lost" is not indexed: its bounding box must be finite numbers',
  ],
  [
    'a line with a position that is NaN',
    () => new Line(boxWith(NaN), new LineBasicMaterial()),
    'slabtree: Line "lost" is not indexed: its bounding box must be finite numbers',
  ],
  [
    'a mesh at NaN',
    () => cubeAt(NaN, 0),
    'slabtree: Mesh "lost" is not indexed: its world matrix must be finite numbers',
  ],
  [
    'a mesh at infinity',
    () => cubeAt(0, Infinity),
    'slabtree: Mesh "lost" is not indexed: its world matrix must be finite numbers',
  ],
  [
    'a mesh whose corners overflow',
    () => {
      const mesh = new Mesh(new BoxGeometry(1e38, 1, 1), new MeshBasicMaterial());
      mesh.scale.x = 1e280;
      return mesh;
    },
    'slabtree: Mesh "lost" is not indexed: its corners in the world must be finite numbers',
  ],
  [
    'an instance whose corners overflow',
    () => {
      const mesh = instancesAt([2, 9], [4, 9], [0, 9]);
      mesh.geometry = new BoxGeometry(1e38, 1, 1);
      const matrix = new Matrix4().makeScale(1e38, 1, 1);
      mesh.setMatrixAt(1, matrix);
      mesh.scale.x = 1e250;
      return mesh;
    },
    'slabtree: instance 1 of Mesh "lost" is not indexed: its corners in the world must be finite numbers',
  ],
  [
    'an instance at NaN',
    () => instancesAt([2, 0], [4, 0], [0, NaN], [NaN, 0]),
    'slabtree: instance 2 of Mesh "lost" is not indexed: its world matrix must be finite numbers',
  ],
  [
    'an instance of a batch at NaN',
    () => batchAt([2, 0], [0, NaN]),
    'slabtree: instance 1 of Mesh "lost" is not indexed: its world matrix must be finite numbers',
  ],
  [
    'a skinned mesh whose skeleton is at NaN',
    () => {
      const { mesh, bone } = skinnedCube();
      bone.position.x = NaN;
      return mesh;
    },
    'slabtree: SkinnedMesh "lost" is not indexed: its bounding box must be finite numbers',
  ],
  [
    'a skinned mesh that is bound to no skeleton',
    () => new SkinnedMesh(skinnedCube().mesh.geometry, new MeshBasicMaterial()),
    `slabtree: SkinnedMesh "lost" is not indexed: its vertices cannot be placed: ${UNDEFINED} 'bones')`,
  ],
  [
    'a skinned mesh without weights of bones',
    () => {
      const { mesh } = skinnedCube();
      mesh.geometry.deleteAttribute('skinWeight');
      return mesh;
    },
    `slabtree: SkinnedMesh "lost" is not indexed: its vertices cannot be placed: ${UNDEFINED} 'getX')`,
  ],
];

describe('warnings of objects that an index leaves out', () => {
  it.each(nowhere)('a warning names %s, once', (_, make, warning) => {
    const lost = named('lost', make());
    const found = cubeAt(0, 0);
    const root = rootOf(lost, found);
    const index = SceneIndex.from(root);
    expect(warnings()).toEqual([warning]);
    expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(found);
    index.markDirty(root);
    index.update();
    lost.visible = false;
    index.update();
    lost.visible = true;
    index.update();
    SceneIndex.from(root);
    expect(warnings()).toEqual([]);
  });

  it('a warning names an object without a name by its uuid', () => {
    const lost = cubeAt(NaN, 0);
    SceneIndex.from(lost);
    expect(warnings()).toEqual([
      `slabtree: Mesh "${lost.uuid}" is not indexed: its world matrix must be finite numbers`,
    ]);
  });

  it('a warning names an object whose vertices cannot be posed, until they can', () => {
    const { mesh } = skinnedCube();
    const skinIndex = mesh.geometry.getAttribute('skinIndex');
    skinIndex.setX(5, 1);
    const [before, after] = [cubeAt(0, 0), cubeAt(5, 0)];
    const index = SceneIndex.from(rootOf(before, named('bad', mesh), after), { autoPose: true });
    index.update();
    index.pose(index.root);
    expect(index.boxes.size).toBe(2);
    expect(warnings()).toEqual([
      'slabtree: SkinnedMesh "bad" is not indexed: its vertices cannot be placed: ' +
        'skinIndex of vertex 5 must be the number of one of the 1 bones, got 1',
    ]);
    for (const [bone, size] of [
      [0, 3],
      [1, 2],
      [0, 3],
    ]) {
      skinIndex.setX(5, bone);
      skinIndex.needsUpdate = true;
      index.update();
      expect([index.boxes.size, warnings()]).toEqual([size, []]);
    }
  });

  it('a warning names a skinned mesh that is bound only later', () => {
    const { mesh } = skinnedCube();
    const unbound = new SkinnedMesh(mesh.geometry, new MeshBasicMaterial());
    const index = SceneIndex.from(rootOf(unbound));
    expect([warnings().length, index.boxes.size]).toEqual([1, 0]);
    unbound.bind(mesh.skeleton);
    index.update();
    expect([warnings().length, index.boxes.size]).toEqual([0, 1]);
    expect(index.raycast(rayAt(0.1, 0.2), { precise: true })?.object).toBe(unbound);
  });

  it('a warning names an object that an update leaves out', () => {
    const cube = named('cube', cubeAt(0, 0));
    const index = SceneIndex.from(rootOf(cube));
    expect(warnings()).toEqual([]);
    cube.scale.y = NaN;
    index.update();
    expect([warnings().length, index.boxes.size]).toEqual([1, 0]);
    cube.scale.y = 1;
    index.update();
    expect([warnings().length, index.boxes.size]).toEqual([0, 1]);
  });
});

describe('objects without a warning', () => {
  const fine: [what: string, make: () => Object3D][] = [
    ['a mesh without vertices', () => new Mesh(new BufferGeometry(), new MeshBasicMaterial())],
    ['a scale of 0', () => scaled(cubeAt(0, 0), 0)],
    ['instances hidden by a scale of 0', () => hiding(instancesAt([0, 0], [1, 1]))],
    ['a flat mesh', () => scaled(cubeAt(0, 0), 1)],
    ['an invisible mesh', () => Object.assign(cubeAt(NaN, 0), { visible: false })],
  ];
  it.each(fine)('no warning is given for %s', (_, make) => {
    SceneIndex.from(make());
    expect(warnings()).toEqual([]);
  });

  function hiding(mesh: ReturnType<typeof instancesAt>): Object3D {
    mesh.setMatrixAt(0, new Matrix4().makeScale(0, 0, 0));
    return mesh;
  }

  function scaled(object: Object3D, size: number): Object3D {
    object.scale.set(size, size, 0);
    return object;
  }
});
