import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera';
import { Ray } from '@babylonjs/core/Culling/ray';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo';
import { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import type { Scene } from '@babylonjs/core/scene';
import { sceneFrom, SceneIndex } from 'slabtree/babylon';
import type { PublicCall } from '../../support/publicCalls';
import { emptyScene } from './babylonScenes';

const scene = emptyScene();
/** The mesh of {@link index}. */
export const box = CreateBox('box', { size: 2 }, scene);
const camera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
export const index = SceneIndex.from(scene);
const options = { predicate: () => true, trianglePredicate: () => true };
const ray = new Ray(new Vector3(0, 0, -10), new Vector3(0, 0, 1));

const contentOf = ({ hit, distance }: PickingInfo) => ({ hit, distance });

/** Calls of all functions of slabtree/babylon that take arguments. */
export const babylonCalls: PublicCall[] = [
  [
    'SceneIndex.from',
    [scene, { backend: 'js', shared: false }],
    (of: Scene, made: object) => SceneIndex.from(of, made).boxes.size,
  ],
  ['SceneIndex.at', [0], (id: number) => index.at(id).mesh.name],
  [
    'SceneIndex.pick',
    [400, 300, { ...options, camera }],
    (x: number, y: number, given: object) => contentOf(index.pick(x, y, given)),
  ],
  [
    'SceneIndex.multiPick',
    [400, 300, { ...options, camera }],
    (x: number, y: number, given: object) => index.multiPick(x, y, given).map(contentOf),
  ],
  ['SceneIndex.pickWithRay', [ray, options], (along: Ray, given: object) => contentOf(index.pickWithRay(along, given))],
  [
    'SceneIndex.multiPickWithRay',
    [ray, options],
    (along: Ray, given: object) => index.multiPickWithRay(along, given).map(contentOf),
  ],
  [
    'sceneFrom',
    [scene, { backend: 'js', shared: false }],
    (of: Scene, made: object) => Buffer.from(sceneFrom(of, made).scene.serialize()),
  ],
  ['MeshScene.at', [0], (id: number) => sceneFrom(scene).at(id).name],
  ['SceneIndex.cull', [camera], (of: FreeCamera) => index.cull(of).inside.size],
];
