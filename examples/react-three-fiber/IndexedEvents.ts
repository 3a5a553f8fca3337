import { type RootStore, useFrame, useStore } from '@react-three/fiber';
import { useLayoutEffect, useRef } from 'react';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import type { Object3D } from 'three';

/** Asks an index of a whole scene. */
export class FiberRaycaster extends IndexRaycaster {
  /** The objects with handlers in portals, which have raycasters of their own. */
  inPortals: Object3D[] = [];
}

/** Lets react-three-fiber ask an index what is under the pointer. Put it last in the `<Canvas>`. */
export function IndexedEvents(): null {
  const store = useStore();
  const indexed = useRef<FiberRaycaster | null>(null);
  useLayoutEffect(() => {
    const { scene, raycaster } = store.getState();
    const { params, layers } = raycaster;
    indexed.current = Object.assign(new FiberRaycaster(SceneIndex.from(scene)), { params, layers });
    store.setState({ raycaster: indexed.current });
    return () => {
      store.setState({ raycaster });
    };
  }, [store]);
  useFrame(({ internal }) => {
    if (indexed.current === null) return;
    indexed.current.index.update();
    indexed.current.inPortals = internal.interaction.filter((object) => rootOf(object) !== store);
  });
  return null;
}

function rootOf(object: Object3D & { __r3f?: { root: RootStore } }): RootStore | undefined {
  return object.__r3f?.root;
}
