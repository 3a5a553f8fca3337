import { BoxGeometry, Group, Mesh, MeshBasicMaterial, Raycaster, Vector3 } from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { compareRaycast, requireSameHits } from '../../support/three/compare';
import { addInstances, placeInstances } from '../../support/three/float32Instances';

const material = new MeshBasicMaterial();
const backends = ['js', 'wasm'] as const;

describe.each(backends)('objects whose raycasts compute in float32, by the backend %s', (backend) => {
  it('a ray hits an instance that is only hit where float32 places it', () => {
    const root = new Group();
    const [instance] = addInstances(root, new BoxGeometry(1, 1, 1), 1);
    instance.position.x = 0.1;
    placeInstances(root);
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
    placeInstances(root);
    const index = SceneIndex.from(root, { backend });
    Reflect.deleteProperty(instance, 'raycast');
    index.update();
    const raycaster = new Raycaster(new Vector3(0.600000001, 0, 5), new Vector3(0, 0, -1));
    expect(index.raycast(raycaster)?.object).toBe(instance);
  });

  it.each(['before', 'after'])(
    'the closest hit is of the instance if float32 places it before a wall added %s it',
    (order) => {
      const root = new Group();
      const wall = new Mesh(new BoxGeometry(1, 1, 1), material);
      if (order === 'before') root.add(wall);
      const [instance] = addInstances(root, new BoxGeometry(1, 1, 1), 1);
      if (order === 'after') root.add(wall);
      // float32 places the instance at 1000.200012: the wall is between this place and the place in float64.
      instance.position.x = 1000.2;
      wall.position.x = 1000.200006;
      placeInstances(root);
      const raycaster = new Raycaster(new Vector3(1010, 0.1, 0.2), new Vector3(-1, 0, 0));
      const hits = raycaster.intersectObject(root).slice(0, 2);
      expect(hits.map(({ object }) => object)).toEqual([instance, wall]);
      compareRaycast(SceneIndex.from(root, { backend }), raycaster, {});
    },
  );
});
