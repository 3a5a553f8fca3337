import {
  BoxGeometry,
  InstancedMesh,
  type Intersection,
  LOD,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Points,
  PointsMaterial,
  type Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { search } from '../../support/runs';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { batchAt, byBoxes, cubeAt, instancesAt, rayAt, rootOf } from '../../support/three/cubes';
import { seeds } from '../../support/three/seeds';

/** The hit of a precise ray cast, checked against three.js's own. */
function castAndCompare(root: Object3D, raycaster: Raycaster): Intersection | null {
  const index = SceneIndex.from(root);
  const found = index.raycast(raycaster, { precise: true });
  requireSame(found, raycaster.intersectObject(root, true).at(0), raycaster, {});
  return found;
}

describe('raycasts of objects', () => {
  it('a precise ray calls the own raycast of a mesh', () => {
    const cube = cubeAt(0, 0);
    cube.raycast = (raycaster, hits) => {
      hits.push({ distance: raycaster.ray.origin.z, point: new Vector3(), object: cube });
    };
    expect(castAndCompare(rootOf(cube, cubeAt(0, 0, 2)), rayAt(0, 0))?.distance).toBe(7.5);
    expect(castAndCompare(rootOf(cube), rayAt(0, 0))?.distance).toBe(10);
  });

  it('a precise ray calls the own raycast of instances, set on the mesh or on its class', () => {
    class Unhittable extends InstancedMesh {
      override raycast(): void {
        // Nothing ever hits it.
      }
    }
    const given = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2);
    given.raycast = () => undefined;
    expect(castAndCompare(rootOf(given), rayAt(0, 0))).toBeNull();
    expect(
      castAndCompare(rootOf(new Unhittable(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2)), rayAt(0, 0)),
    ).toBeNull();
  });

  it.each<[string, Mesh]>([
    ['an InstancedMesh', instancesAt([0, 0], [0.2, 0])],
    ['a BatchedMesh', batchAt([0, 0], [0.2, 0])],
  ])('a precise ray calls the own raycast of instances whose hits name no instance: %s', (_, mesh) => {
    mesh.raycast = ({ ray }, hits) => {
      for (const distance of [9.9, 9.7, 9.8]) {
        hits.push({ distance, point: ray.at(distance, new Vector3()), object: mesh });
      }
    };
    expect(castAndCompare(rootOf(cubeAt(0, 0, -1), mesh), rayAt(0, 0))?.distance).toBe(9.7);
    expect(castAndCompare(rootOf(mesh, cubeAt(0, 0, 2)), rayAt(0, 0))?.object).not.toBe(mesh);
  });

  it('a precise ray calls an own raycast once, however many instances the ray may hit', () => {
    const mesh = instancesAt([0, 0], [0.2, 0], [0.4, 0]);
    let calls = 0;
    mesh.raycast = function (raycaster, hits) {
      calls++;
      InstancedMesh.prototype.raycast.call(this, raycaster, hits);
    };
    const index = SceneIndex.from(rootOf(mesh));
    const filters = [undefined, () => false];
    for (const filter of filters) index.raycast(rayAt(0.1, 0), { precise: true, ...(filter && { filter }) });
    expect(calls).toBe(filters.length);
    expect(castAndCompare(rootOf(mesh), rayAt(0.1, 0))?.instanceId).toBe(0);
  });

  it.each<[distances: number[], nearest: number | undefined]>([
    [[9, 8, 8, 8.5], 1],
    [[NaN, 9, -1, 8], 3],
    [[8, NaN, 9], 0],
    [[-0.5, NaN], undefined],
    [[], undefined],
  ])(
    'a precise ray takes the first of the nearest hits of an own raycast, at the distances %j',
    (distances, nearest) => {
      const cube = cubeAt(0, 0);
      cube.raycast = (_, hits) => {
        distances.forEach((distance, faceIndex) =>
          hits.push({ distance, faceIndex, point: new Vector3(), object: cube }),
        );
      };
      expect(SceneIndex.from(cube).raycast(rayAt(0, 0), { precise: true })?.faceIndex).toBe(nearest);
    },
  );

  it('a precise ray calls the raycast of an object without geometry', () => {
    const target = new Object3D();
    target.raycast = (raycaster, hits) => {
      const distance = raycaster.ray.distanceToPoint(new Vector3(5, 5, 0));
      if (distance < 1) hits.push({ distance, point: new Vector3(5, 5, 0), object: target });
    };
    expect(castAndCompare(rootOf(cubeAt(0, 0), target), rayAt(5.5, 5))?.object).toBe(target);
    expect(castAndCompare(rootOf(cubeAt(0, 0), target), rayAt(7, 5))).toBeNull();
  });

  it('a precise ray calls the raycast of wide lines, whose width is in pixels', () => {
    const geometry = new LineSegmentsGeometry().setPositions([-1, 0, 0, 1, 0, 0]);
    const material = new LineMaterial({ linewidth: 40 });
    material.resolution.set(400, 400);
    const lines = new LineSegments2(geometry, material);
    const { camera } = rayAt(0, 0);
    // The line takes 20 of the 400 pixels on either side: a tenth of the way to the edge.
    const [beside, farther] = [rayAt(0, 0), rayAt(0, 0)];
    beside.setFromCamera(new Vector2(0, 0.09), camera);
    farther.setFromCamera(new Vector2(0, 0.11), camera);
    expect(castAndCompare(rootOf(lines), beside)?.object).toBe(lines);
    expect(castAndCompare(rootOf(lines), farther)).toBeNull();
  });

  it('a precise ray calls the raycasts of the visible levels of a LOD', () => {
    const near = cubeAt(0, 0);
    const far = cubeAt(0, 0, 1);
    const levels = new LOD().addLevel(near, 0).addLevel(far, 100);
    expect(castAndCompare(rootOf(levels), rayAt(0, 0))?.object).toBe(far);
    far.visible = false;
    expect(SceneIndex.from(rootOf(levels)).raycast(rayAt(0, 0), { precise: true })?.object).toBe(near);
  });

  it('a precise ray calls the raycast of a LOD, whatever the layers and places of its levels', () => {
    const level = cubeAt(0, 0);
    const levels = new LOD().addLevel(level, 0);
    const root = rootOf(levels);
    const index = SceneIndex.from(root);
    const changes = [
      () => {
        level.layers.set(1);
      },
      () => {
        levels.layers.enable(1);
      },
      () => {
        level.layers.enable(0);
      },
      () => {
        level.layers.set(1);
      },
      () => root.add(level),
      () => levels.add(level),
      () => (level.position.x = 7),
    ];
    for (const change of changes) {
      change();
      index.update();
      for (const [ray, top] of [0, 7].flatMap((x) => [root, levels, level].map((top) => [rayAt(x, 0), top] as const))) {
        const expected = ray.intersectObject(top);
        requireSameHits(index.raycastAll(ray, { within: top }), expected, ray, {});
        requireSame(index.raycast(ray, { within: top, precise: true }), expected.at(0), ray, {});
        const indexed = Object.assign(new IndexRaycaster(index), ray);
        requireSameHits(indexed.intersectObject(top), expected, ray, {});
      }
    }
    expect(index.boxes.size).toBe(1);
  });
});

describe('a mesh whose matrix has no inverse', () => {
  it('a ray misses a mesh without an inverse, as in three.js, until it has one', () => {
    const cube = cubeAt(0, 0);
    cube.scale.z = 0;
    const root = rootOf(cube);
    expect(castAndCompare(root, rayAt(0, 0))).toBeNull();
    const index = SceneIndex.from(root);
    cube.scale.z = 1;
    index.update();
    expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(cube);
    cube.scale.set(0, 0, 0);
    index.update();
    expect(index.raycast(rayAt(0, 0), { precise: true })).toBeNull();
    expect(index.boxes.size).toBe(0);
  });

  it('an instance without an inverse does not hide other instances', () => {
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 3);
    mesh.setMatrixAt(1, new Matrix4().makeScale(0, 0, 0));
    mesh.setMatrixAt(2, new Matrix4().makeTranslation(5, 0, 0));
    expect(castAndCompare(rootOf(mesh), rayAt(5, 0))?.instanceId).toBe(2);
  });
});

describe('a rotated object in a group that flattens it', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const kinds: [string, () => Object3D][] = [
    ['a mesh', () => new Mesh(geometry, new MeshBasicMaterial())],
    ['instances', () => instancesAt([0, 0], [1, 1], [-1, 1])],
    ['a batch', () => batchAt([0, 0], [1, 1], [-1, 1])],
    ['a line', () => new Line(geometry, new LineBasicMaterial())],
    ['points', () => new Points(geometry, new PointsMaterial())],
  ];
  it.each(kinds)('a flattened object hides nothing beside it, and makes no ray throw: %s', async (_, make) => {
    await search(
      1,
      seeds((random, context) => {
        const beside = cubeAt(random.between(4, 6), random.between(4, 6));
        const group = rootOf(make());
        group.children[0].rotation.set(...random.triple(-3, 3));
        group.scale.set(...random.pick(flatScales));
        // If the group is rotated too, no row of the matrix is zero, and rounding sometimes gives it an inverse.
        if (random.chance(0.5)) group.rotation.set(...random.triple(-3, 3));
        const index = SceneIndex.from(rootOf(group, beside), { backend: random.pick(['js', 'wasm']) });
        const raycaster = rayAt(beside.position.x, beside.position.y);
        requireSame(
          index.raycast(raycaster, { precise: true }),
          raycaster.intersectObject(beside).at(0),
          raycaster,
          context,
        );
        for (let i = 0; i < 10; i++) {
          const through = rayAt(random.between(-2, 2), random.between(-2, 2));
          through.ray.direction.set(...random.direction());
          expect(() => {
            for (const precise of [false, true]) index.raycast(through, { precise });
          }).not.toThrow();
        }
      }),
    );
  });
});

const flatScales: [x: number, y: number, z: number][] = [
  [0, 1.23, 0],
  [1.23, 0, 0],
  [0, 0.7, 1.23],
  [1.23, 0.7, 0],
];

describe('an invisible object', () => {
  it('an invisible root hides everything, until it is shown', () => {
    const root = rootOf(cubeAt(0, 0));
    root.visible = false;
    const index = SceneIndex.from(root);
    expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
    root.visible = true;
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)).not.toBeNull();
  });

  it('an object keeps its place among equals when it is shown again', () => {
    const [first, second] = [cubeAt(0, 0), cubeAt(0, 0)];
    const root = rootOf(first, second);
    const index = SceneIndex.from(root);
    first.visible = false;
    index.update();
    expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(second);
    first.visible = true;
    index.update();
    expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(first);
  });
});

it('an index of a part of a scene follows the parents of the part', () => {
  const cube = cubeAt(0, 0);
  const root = rootOf(cube);
  const world = rootOf(root);
  world.position.x = 5;
  const index = SceneIndex.from(root);
  expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(cube);
  world.position.x = -5;
  index.update();
  expect(index.raycast(rayAt(-5, 0), { precise: true })?.object).toBe(cube);
  expect(index.raycast(rayAt(5, 0), { precise: true })).toBeNull();
});
