import fc from 'fast-check';
import { BoxScene, type Vec3 } from 'slabtree';
import { moveAndSlide } from 'slabtree/character';
import { SceneIndex } from 'slabtree/three';
import {
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  type Object3D,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { person, Stroller } from '../../character/support/stroll';
import { convexShape, shapeKinds } from '../../support/convexShapes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { sweepOptionsAmong } from '../../support/shapeLoop';
import { vec } from '../../support/triple';

const geometries = [new BoxGeometry(1, 2, 1), new SphereGeometry(0.7, 8, 6), new TorusKnotGeometry(0.6, 0.2, 24, 5)];

function placeAmong(random: Random, object: Object3D): void {
  object.position.set(...random.triple(-4, 4));
  object.rotation.set(...random.triple(-3, 3));
  object.scale.set(...random.triple(0.5, 2));
  object.updateMatrix();
}

/** Meshes and instances, and the same in a scene of the core: ids are given in the same order. */
class Both {
  readonly root = new Group();
  readonly scene = new BoxScene();
  readonly #meshes = geometries.map(({ attributes, index }) =>
    this.scene.addMesh(attributes.position.array as Float32Array, index?.array as Uint16Array),
  );
  readonly #ids: (() => Matrix4)[] = [];

  constructor(random: Random) {
    for (let i = 0; i < 6; i++) {
      const which = random.below(geometries.length);
      const mesh = new Mesh(geometries[which]);
      placeAmong(random, mesh);
      this.root.add(mesh);
      this.#add(which, () => mesh.matrixWorld);
    }
    const which = random.below(geometries.length);
    const instances = new InstancedMesh(geometries[which], undefined, 5);
    this.root.add(instances);
    for (let i = 0; i < 5; i++) {
      const object = new Group();
      placeAmong(random, object);
      instances.setMatrixAt(i, object.matrix);
      this.#add(which, () => {
        const matrix = new Matrix4();
        instances.getMatrixAt(i, matrix);
        return matrix.premultiply(instances.matrixWorld);
      });
    }
    this.update();
  }

  #add(which: number, matrix: () => Matrix4): void {
    this.scene.addInstance(this.#meshes[which]);
    this.#ids.push(matrix);
  }

  /** Moves the scene as the objects have moved. */
  update(): void {
    this.root.updateMatrixWorld();
    this.#ids.forEach((matrix, id) => {
      this.scene.setMatrix(id, matrix());
    });
  }
}

describe('SceneIndex.solids', () => {
  it('sweeps and contacts equal those of a scene of the same meshes and instances, also after a move', async () => {
    await search(
      0.5,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const random = new Random(seed);
        const both = new Both(random);
        const { root, scene } = both;
        const index = SceneIndex.from(root);
        for (let round = 0; round < 8; round++) {
          if (round === 4) {
            placeAmong(random, root.children[0]);
            both.update();
            index.update();
          }
          const shape = convexShape(random, random.pick(shapeKinds), random.triple(-4, 4), random.pick([0.1, 1]));
          const motion = vec(random.triple(-8, 8));
          const { tMax = 1, margin = 0, ignoreStart = false } = sweepOptionsAmong(random);
          const options = {
            tMax,
            margin,
            ignoreStart,
            ...(random.chance(0.3) && { filter: (id: number) => id % 2 > 0 }),
          };
          expect(index.solids.sweep(shape, motion, options)).toEqual(scene.sweep(shape, motion, options));
          const within = { within: random.pick([0, 0.5]) };
          expect(index.solids.contacts(shape, within)).toEqual(scene.contacts(shape, within));
        }
      }),
      2,
    );
  });

  it('a character walks over an index as over a scene of the same meshes', () => {
    const floor = new Mesh(new BoxGeometry(20, 1, 20));
    floor.position.y = -0.5;
    const step = new Mesh(new BoxGeometry(4, 0.25, 4));
    step.position.set(3, 0.125, 0);
    const index = SceneIndex.from(new Group().add(floor, step));
    const scene = new BoxScene();
    for (const { geometry, matrixWorld } of [floor, step]) {
      const { position } = geometry.attributes;
      scene.addInstance(
        scene.addMesh(position.array as Float32Array, geometry.index?.array as Uint16Array),
        matrixWorld,
      );
    }
    const start = person({ x: 0, y: 0.3, z: 0.2 });
    const [one, other] = [index.solids, scene].map((each) => new Stroller(each, start, { maxStep: 0.3 }));
    for (let i = 0; i < 120; i++) {
      for (const stroller of [one, other]) stroller.walk({ x: 2, y: 0, z: 0 }, 1);
      expect(one.capsule).toEqual(other.capsule);
    }
    expect(one.ground?.id).toBe(1);
    expect(index.at(1).object).toBe(step);
    // The platform moves, and carries it.
    const before = one.capsule.a;
    step.position.x += 0.1;
    index.update();
    const { capsule } = moveAndSlide(index.solids, one.capsule, vec([0, 0, 0]), { ground: one.ground });
    expect(capsule.a.x).toBeCloseTo(before.x + 0.1, 6);
  });

  it('hidden objects and lines are not solid, and objects of unknown shape are their boxes', () => {
    const hidden = new Mesh(new BoxGeometry(1, 1, 1));
    hidden.visible = false;
    const lines = new LineSegments(new BufferGeometry().setFromPoints([new Vector3(0, -1, 0), new Vector3(0, 1, 0)]));
    lines.position.x = 3;
    const bent = new Mesh(new SphereGeometry(0.5, 8, 6), []);
    bent.position.x = 6;
    const index = SceneIndex.from(new Group().add(hidden, lines, bent));
    const hitAt = (x: number, z = 0) => index.solids.sweep({ x, y: 9, z }, { x: 0, y: -20, z: 0 });
    expect(hitAt(0)).toBeNull();
    expect(hitAt(3)).toBeNull();
    expect(hitAt(6, 0.45)?.triangle).toBe(-1);
    const point: Vec3 = { x: 6, y: 0, z: 0 };
    expect(index.solids.contacts(point).map(({ triangle }) => triangle)).toEqual([-1]);
  });

  it('an object that moves carries a character, and another object that has got its id does not', () => {
    const root = new Group();
    const floor = () => new Mesh(new BoxGeometry(6, 1, 6));
    const first = floor();
    root.add(first);
    const index = SceneIndex.from(root);
    const stroller = new Stroller(index.solids, person({ x: 1, y: 0.6, z: 0.5 }));
    stroller.walk({ x: 0, y: 0, z: 0 }, 30);
    const id = stroller.ground?.id ?? -1;
    expect(Array.from(index.solids.boxOf(id).matrix as Float64Array)).toEqual(first.matrixWorld.elements);
    const carried = () => {
      index.update();
      const before = stroller.capsule.a.x;
      return stroller.walk({ x: 0, y: 0, z: 0 }, 1).capsule.a.x - before;
    };
    first.position.x = 0.25;
    expect(carried()).toBeCloseTo(0.25, 6);
    const generation = index.solids.generationOf(id);
    root.remove(first);
    index.update();
    const second = floor();
    second.position.x = 1.5;
    root.add(second);
    expect(carried()).toBe(0);
    expect(stroller.ground?.id).toBe(id);
    expect(index.solids.generationOf(id)).not.toBe(generation);
    second.position.x = 1.75;
    expect(carried()).toBeCloseTo(0.25, 6);
  });
});
