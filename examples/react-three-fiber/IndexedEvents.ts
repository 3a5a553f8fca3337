import { type RootStore, useFrame, useStore, useThree } from '@react-three/fiber';
import { useLayoutEffect } from 'react';
import { type IndexedRaycaster, IndexRaycaster, SceneIndex } from 'slabtree/three';
import type { Object3D, Raycaster } from 'three';

/** A raycaster with an index, and the objects with handlers in portals, which have raycasters of their own. */
interface IndexedRays {
  rays: IndexedRaycaster;
  inPortals: Object3D[];
}

/** The index of each raycaster of react-three-fiber. */
export const indexedRays = new WeakMap<Raycaster, IndexedRays>();

/** Makes react-three-fiber use an index for pointer events. Put it last in the `<Canvas>`. */
export function IndexedEvents(): null {
  const store = useStore();
  const scene = useThree((state) => state.scene);
  const raycaster = useThree((state) => state.raycaster);
  useLayoutEffect(() => {
    const { raycaster: rays, uninstall } = IndexRaycaster.install(raycaster, SceneIndex.from(scene));
    const indexed: IndexedRays = { rays, inPortals: [] };
    indexedRays.set(raycaster, indexed);
    return () => {
      uninstall();
      // Another one may have replaced it.
      if (indexedRays.get(raycaster) === indexed) indexedRays.delete(raycaster);
    };
  }, [scene, raycaster]);
  useFrame(({ internal }) => {
    const indexed = indexedRays.get(raycaster);
    if (indexed === undefined) return;
    indexed.rays.index.update();
    indexed.inPortals = internal.interaction.filter((object) => rootOf(object) !== store);
  });
  return null;
}

function rootOf(object: Object3D & { __r3f?: { root: RootStore } }): RootStore | undefined {
  return object.__r3f?.root;
}
