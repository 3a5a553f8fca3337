import { UNCHANGED, createTree } from '../../bvh/tree/tree';
import { Nodes } from '../../bvh/tree/nodes';
import { PAGE_LIMIT, WasmAllocator } from '../../bvh/memory/wasmAllocator';
import { type MeshScene, placeMeshes } from '../arguments/buildMeshes';
import type { FloatArray } from '../arguments/floatArray';
import { ByteStreamReader } from '../files/byteStream';
import { readStream } from '../files/readScene';
import { INTERNALS, type InternalSceneOptions, type SceneInternals } from '../internals';
import type { SceneMaker } from './buildInThreads';
import { createSharedMemory } from '../sharing/sharedMemory';

/** The members of `BoxScene` that {@link sceneMaker} uses. */
interface MadeScene extends MeshScene {
  readonly [INTERNALS]: SceneInternals;
  addAabbs(boxes: FloatArray, mask: number): number;
  commit(): void;
}

/** Returns the functions with which a build makes scenes, given `create`, which makes an empty scene. */
export function sceneMaker<Scene extends MadeScene>(
  create: (options: InternalSceneOptions) => Scene,
): SceneMaker<Scene> {
  return {
    backendOf: (options) => create(options)[INTERNALS].backend.name,

    build: (boxes, mask, meshes, options) => {
      const scene = create(options);
      scene.addAabbs(boxes, mask);
      placeMeshes(scene, meshes);
      scene.commit();
      return scene;
    },

    read: async (bytes, options) => {
      const stream = new ByteStreamReader('bytes', bytes);
      try {
        const scene = create(options);
        await readStream(scene[INTERNALS], stream, {}, true);
        scene.commit();
        return scene;
      } catch (error) {
        stream.cancel(error);
        throw error;
      }
    },

    begin: (options) => {
      // The threads of a build can share memory even if the scene is not shared with readers, and so has no handle.
      // Such a scene must not have less room than any other.
      const own = options.shared === false ? createSharedMemory('auto', PAGE_LIMIT) : null;
      const scene = create({ ...options, [INTERNALS]: { memory: own } });
      const { backend, boxes, tree: sceneTree } = scene[INTERNALS];
      const { memory, name } = backend;
      if (name === 'js' || !(memory instanceof WasmAllocator) || !memory.isShared) return null;
      return {
        memory,
        boxes,
        createTree: (measure) => createTree(measure, boxes, new Nodes(memory, 0)),
        finish: (tree) => {
          sceneTree.adopt({ tree, builtAreas: UNCHANGED });
          scene.commit();
          return scene;
        },
      };
    },
  };
}
