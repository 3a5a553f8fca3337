import { SceneIndex } from 'slabtree/three';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Raycaster,
  Sprite,
  Vector3,
} from 'three';
import type { Random } from '../../support/random';
import { affine, perspective, rotation, view } from './matrices';

/** The answers of an index over a scene graph of meshes, instances and sprites. */
export function* threeAnswers(random: Random): Generator {
  const root = makeScene(random);
  const index = SceneIndex.from(root);
  const numbers = new Map(root.children.map((child, i) => [child, i]));
  yield [index.boxes.bounds, new Uint32Array(index.boxes.serialize().buffer)];

  const camera = makeCamera(random);
  const raycaster = new Raycaster();
  // The hit of a ray on a sprite depends on the camera.
  raycaster.camera = camera;
  for (let i = 0; i < 300; i++) {
    const origin = new Vector3(...random.triple(-60, 60));
    const direction = new Vector3(...random.triple(-60, 60)).sub(origin).normalize();
    raycaster.set(origin, direction);
    const hit = index.raycast(raycaster, { precise: i % 2 === 0 });
    yield hit && [numbers.get(hit.object), hit.instanceId ?? -1, hit.distance, hit.point];
  }
  const { inside, crossing } = index.cull(camera);
  yield [inside.ids, crossing.ids];
}

function makeScene(random: Random): Group {
  const root = new Group();
  const geometry = new BoxGeometry(2, 3, 4);
  const material = new MeshBasicMaterial();
  for (let i = 0; i < 100; i++) {
    const object = i % 2 === 0 ? new Mesh(geometry, material) : new Sprite();
    object.position.set(...random.triple(-50, 50));
    object.scale.set(...random.triple(1, 4));
    object.quaternion.set(...random.triple(-1, 1), 1).normalize();
    root.add(object);
  }
  const instances = new InstancedMesh(geometry, material, 100);
  for (let i = 0; i < 100; i++) {
    instances.setMatrixAt(i, new Matrix4().fromArray(affine(rotation(random), random.triple(-50, 50))));
  }
  return root.add(instances);
}

/** Its matrices are set here, as three.js would compute them with a tangent. */
function makeCamera(random: Random): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  camera.projectionMatrix.fromArray(perspective(1.5, 1.25, 0.5, 80));
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  camera.matrixWorldInverse.fromArray(view(random.triple(-50, 50), random));
  camera.matrixWorld.copy(camera.matrixWorldInverse).invert();
  return camera;
}
