import { type BoxScene, type BoxSceneOptions, type NameRun, SceneNames } from 'slabtree';
import type { Object3D } from 'three';
import { checkNumber } from '../primitives/check';
import { checkKind } from './check';
import { OptionNames } from '../primitives/optionNames';
import type { IndexedObject, ObjectsById } from './boxes/objectsById';
import { SceneIndex, type SceneIndexOptions } from './sceneIndex';
import type { TriangleNumbers } from './triangles/triangleNumbers';
import type { TriangleScene } from './triangles/triangleScene';

/** The options of {@link sceneFrom}: the scene's own, and bounds of objects whose triangles are not known. */
export interface SceneFromOptions extends BoxSceneOptions, Pick<SceneIndexOptions, 'boundsOf'> {}

/** What an id of a {@link GraphScene} stands for: see {@link sceneFrom}. */
export interface GraphPart extends IndexedObject {
  /** The name of the object, else of its nearest ancestor with a name, else empty. */
  name: string;
}

const SCENE_FROM_OPTIONS = /* @__PURE__ */ new OptionNames<SceneFromOptions>({
  backend: true,
  shared: true,
  boundsOf: true,
});

/** A graph as a scene of the core: see {@link sceneFrom}. */
export class GraphScene {
  /** The meshes and instances of the graph. It is yours: change it, share it, write it to a file. */
  readonly scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #numbers: TriangleNumbers;

  /** @internal */
  constructor({ scene, objects, numbers }: TriangleScene) {
    this.scene = scene;
    this.#objects = objects;
    this.#numbers = numbers;
  }

  /**
   * Returns the object of an id of {@link scene}, its instance if it has instances, and its present name. Takes the ids that
   * `sceneFrom` assigned: later changes of the scene do not matter.
   *
   * @throws RangeError if `sceneFrom` assigned no such id.
   */
  at(id: number): GraphPart {
    checkNumber('id', id);
    const part = this.#objects.describe(id);
    return { ...part, name: nameOf(part.object) };
  }

  /**
   * Returns the number that three.js gives to a triangle of an instance: `faceIndex` of an `Intersection`. It differs from the number
   * in the scene if the geometry has a draw range or groups with materials. -1 for a box, whose triangle is -1.
   *
   * @throws RangeError if `sceneFrom` assigned no such id.
   */
  faceIndex(id: number, triangle: number): number {
    checkNumber('id', id);
    checkNumber('triangle', triangle);
    this.#objects.sourceOf(id);
    return this.#numbers.faceIndex(id, triangle);
  }

  /**
   * The names of all parts, to write to a file behind the scene: `new Blob([scene.serialize(), names.serialize()])`. Instances of one
   * object have its name, and are counted.
   */
  get names(): SceneNames {
    const objects = this.#objects;
    const runs = objects.starts().map((id): NameRun => {
      const { object, instanceName } = objects.sourceOf(id);
      const name = nameOf(object) || null;
      return instanceName === null ? [id, name] : [id, name, objects.instanceOf(id)];
    });
    return new SceneNames(runs);
  }
}

/**
 * Returns what an object and everything below it draw, as a scene of triangles: the way from a graph to files, tiles, pools of threads
 * and clusters, and to every query of the core.
 *
 * - Each mesh is an instance, and so is each instance of an InstancedMesh or a BatchedMesh. Objects with the same geometry share a mesh.
 * - Invisible objects, lines, points and sprites are left out. An object with a raycast of its own is the box of its `boundingBox`, or
 *   of `boundsOf`, and is left out without one.
 * - Bones and morph targets count as they are now. Later changes of the graph do not change the scene.
 * - Masks are the layers of the objects.
 * - Rays hit both sides of triangles, unless `side: 'front'` is given. A material that draws the back only has its front there,
 *   and the `u` and `v` of a hit are exchanged.
 *
 * @param root its world matrices are updated first, unless its `matrixWorldAutoUpdate` is false.
 * @throws TypeError or RangeError for a wrong argument; Error, with the reason, if the requested backend or shared memory is not
 *   available.
 *
 * @example
 * ```ts
 * import { BoxGeometry, Group, Mesh } from 'three';
 *
 * const crate = new Mesh(new BoxGeometry(2, 2, 2));
 * crate.name = 'Crate';
 * const graph = sceneFrom(new Group().add(crate));
 * const hit = graph.scene.raycast({ origin: { x: 0, y: 0, z: 5 }, direction: { x: 0, y: 0, z: -1 } });
 * hit?.t; // → 4
 * graph.at(0).name; // → 'Crate'
 * ```
 */
export function sceneFrom(root: Object3D, options: SceneFromOptions = {}): GraphScene {
  checkKind('root', root, 'isObject3D');
  SCENE_FROM_OPTIONS.check('options', options);
  const { boundsOf, backend = 'auto', shared = false } = options;
  const index = SceneIndex.from(root, { backend, ...(boundsOf && { boundsOf }) });
  return new GraphScene(index.triangleScene(false, { backend, shared }));
}

function nameOf(object: Object3D): string {
  let named: Object3D | null = object;
  while (named !== null && named.name === '') named = named.parent;
  return named?.name ?? '';
}
