import {
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { compareRaycast, requireSameHits } from '../../support/three/compare';
import { allOf } from '../../support/three/loop';
import { seeds } from '../../support/three/seeds';

const material = new MeshBasicMaterial();
const instanceMatrix = new Matrix4();
const hitMesh = new Mesh(new BufferGeometry(), material);

/** An instance of an InstancedMesh as drei's `<Instance>`: placed in float64, and hit at its place in float32. */
class Instance extends Object3D {
  constructor(
    private readonly all: InstancedMesh,
    private readonly instanceId: number,
  ) {
    super();
  }

  get geometry(): BufferGeometry {
    return this.all.geometry;
  }

  /** Writes the place to the matrices of the InstancedMesh. The world matrices must be up to date. */
  place(): void {
    const { matrixWorld } = this.all;
    this.all.setMatrixAt(this.instanceId, matrixWorld.clone().invert().multiply(this.matrixWorld));
  }

  /** Where rays hit the instance. */
  get hitMatrix(): Matrix4 {
    this.all.getMatrixAt(this.instanceId, instanceMatrix);
    return this.all.matrixWorld.clone().multiply(instanceMatrix);
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    const own: Intersection[] = [];
    hitMesh.geometry = this.geometry;
    hitMesh.matrixWorld = this.hitMatrix;
    hitMesh.raycast(raycaster, own);
    for (const hit of own) hits.push({ ...hit, object: this, instanceId: this.instanceId });
  }
}

/** Adds an InstancedMesh that rays do not hit, with instances below it that they do hit, as drei's `<Instances>`. */
function addInstances(root: Object3D, geometry: BufferGeometry, count: number): Instance[] {
  const all = new InstancedMesh(geometry, material, count);
  all.raycast = () => undefined;
  const instances = Array.from({ length: count }, (_, i) => new Instance(all, i));
  root.add(all.add(...instances));
  return instances;
}

function update(root: Object3D, instances: readonly Instance[]): void {
  root.updateMatrixWorld();
  for (const instance of instances) instance.place();
}

const backends = ['js', 'wasm'] as const;

describe.each(backends)('objects whose raycasts compute in float32, by the backend %s', (backend) => {
  it('a ray hits an instance that is only hit where float32 places it', () => {
    const root = new Group();
    const [instance] = addInstances(root, new BoxGeometry(1, 1, 1), 1);
    instance.position.x = 0.1;
    update(root, [instance]);
    // float32 places the face at 0.6000000015.
    const raycaster = new Raycaster(new Vector3(0.600000001, 0, 5), new Vector3(0, 0, -1));
    const expected = raycaster.intersectObject(root);
    expect(expected[0].object).toBe(instance);
    const index = SceneIndex.from(root, { backend });
    compareRaycast(index, raycaster, {});
    expect(index.raycastAny(raycaster)).toBe(true);
    requireSameHits(index.raycastAll(raycaster), expected, raycaster, {});
    const indexed = Object.assign(new IndexRaycaster(index), raycaster);
    requireSameHits(indexed.intersectObject(root), expected, raycaster, {});
  });

  it('a ray hits an object that got such a raycast after the index was made', () => {
    const root = new Group();
    const [instance] = addInstances(root, new BoxGeometry(1, 1, 1), 1);
    Reflect.set(instance, 'raycast', Reflect.get(Mesh.prototype, 'raycast'));
    instance.position.x = 0.1;
    update(root, [instance]);
    const index = SceneIndex.from(root, { backend });
    Reflect.deleteProperty(instance, 'raycast');
    index.update();
    const raycaster = new Raycaster(new Vector3(0.600000001, 0, 5), new Vector3(0, 0, -1));
    expect(index.raycast(raycaster)?.object).toBe(instance);
  });

  it('the closest hit is of an instance that float32 places before another object', () => {
    const root = new Group();
    const [instance] = addInstances(root, new BoxGeometry(1, 1, 1), 1);
    const wall = new Mesh(new BoxGeometry(1, 1, 1), material);
    root.add(wall);
    instance.position.x = 1000.2;
    update(root, [instance]);
    // float32 places it at 1000.200012: the wall is between this place and the place in float64.
    wall.position.x = 1000.200006;
    root.updateMatrixWorld();
    const raycaster = new Raycaster(new Vector3(1010, 0.1, 0.2), new Vector3(-1, 0, 0));
    const [first, second] = raycaster.intersectObject(root);
    expect([first.object, second.object]).toEqual([instance, wall]);
    compareRaycast(SceneIndex.from(root, { backend }), raycaster, {});
  });

  it('rays at corners, edges and faces equal those of three.js', async () => {
    await search(
      2,
      seeds((random, context) => {
        const root = new Group();
        const groups = [root, new Group(), new Group()];
        root.add(groups[1].add(groups[2]));
        for (const group of groups) placeAmong(random, group, false);
        const instances = groups.flatMap((group) => addInstances(group, random.pick(geometries)(), 3));
        const meshes = groups.map((group) => {
          const mesh = new Mesh(random.pick(geometries)(), material);
          group.add(mesh);
          return mesh;
        });
        for (const each of [...instances, ...meshes]) placeAmong(random, each, true);
        update(root, instances);
        const index = SceneIndex.from(root, { backend });
        for (let i = 0; i < 40; i++) {
          const target = random.chance(0.8) ? random.pick(instances) : random.pick(meshes);
          const raycaster = rayTo(random, pointOf(random, target), root);
          compareRaycast(index, raycaster, context);
          requireSameHits(index.raycastAll(raycaster), allOf(root, raycaster), raycaster, context);
        }
      }),
    );
  });
});

const geometries: (() => BufferGeometry)[] = [
  () => new BoxGeometry(1, 1, 1),
  () => new SphereGeometry(0.6, 5, 4),
  () => new PlaneGeometry(1, 2),
];

/** @param isInstance whether the object may have any scale. Below another scale than a uniform one, it may be sheared. */
function placeAmong(random: Random, object: Object3D, isInstance: boolean): void {
  object.position.set(...random.triple(-3, 3));
  if (random.chance(0.6)) object.rotation.set(...random.triple(-3, 3));
  if (random.chance(0.4)) object.scale.setScalar(random.between(0.3, 3));
  if (isInstance && random.chance(0.4)) object.scale.set(...random.triple(0.2, 3));
  if (random.chance(0.2)) object.scale.x *= -1;
}

/** Returns a corner of an object's geometry, or a point on an edge or a face, where rays hit the object. */
function pointOf(random: Random, object: Mesh | Instance): Vector3 {
  const { geometry } = object;
  const positions = geometry.getAttribute('position');
  const { index } = geometry;
  const triangle = random.below((index?.count ?? positions.count) / 3);
  const weights = random.pick([[1], [0.5, 0.5], [0.3, 0.7], [0.2, 0.3, 0.5]]);
  const point = new Vector3();
  for (const [k, weight] of weights.entries()) {
    const at = 3 * triangle + k;
    point.addScaledVector(new Vector3().fromBufferAttribute(positions, index?.getX(at) ?? at), weight);
  }
  return point.applyMatrix4(object instanceof Instance ? object.hitMatrix : object.matrixWorld);
}

function rayTo(random: Random, target: Vector3, root: Object3D): Raycaster {
  const from = new Vector3(...random.triple(-1, 1)).multiplyScalar(random.pick([4, 12, 100]));
  if (random.chance(0.2)) return new Raycaster(root.position.clone(), target.sub(root.position).normalize());
  // Along an axis, the ray runs along faces and edges of objects that are not rotated.
  if (random.chance(0.3)) {
    const direction = new Vector3().setComponent(random.axis(), random.sign());
    return new Raycaster(target.addScaledVector(direction, -from.length()), direction);
  }
  return new Raycaster(from, target.sub(from).normalize());
}
