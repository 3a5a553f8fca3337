import { useFrame, useThree } from '@react-three/fiber';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SceneIndex, SceneIndexOptions } from 'slabtree/three';
import { FrameIndex } from './frameIndex';

/**
 * Returns an index of the scene, or of the portal's, that is brought up to date after each frame: it has what the user sees. On the
 * first render of the scene it is empty.
 *
 * Without options, all components of a scene share one index, also with `IndexedEvents`.
 *
 * @param options as of `SceneIndex.from`: read once, when the component mounts. The component then has an index of its own.
 * @throws TypeError for a wrong option.
 *
 * @example
 * ```tsx
 * export function Nearest() {
 *   const index = useSceneIndex();
 *   return <mesh onClick={({ point }) => console.log(index.nearest(point, { count: 5 }))} />;
 * }
 * ```
 */
export function useSceneIndex(options?: SceneIndexOptions): SceneIndex {
  const scene = useThree((state) => state.scene);
  const isShared = options === undefined;
  const frame = useMemo(
    () => (isShared ? FrameIndex.of(scene) : new FrameIndex(scene, options)),
    // The options are read once: a new object of options comes with each render.
    [scene, isShared],
  );
  useFrames(frame);
  return frame.index;
}

/** Keeps an index up to date after each frame, while the component is mounted. Does nothing for null. */
export function useFrames(frame: FrameIndex | null): void {
  useLayoutEffect(() => frame?.use(), [frame]);
  const component = useRef(null);
  useFrame(() => {
    frame?.noteFrame(component);
  });
}
