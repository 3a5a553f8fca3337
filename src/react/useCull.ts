import { useFrame, useThree } from '@react-three/fiber';
import type { SceneCullOptions, SceneIndex, SceneView } from 'slabtree/three';
import type { Camera } from 'three';
import { checkCull } from './check';
import { FrameIndex } from './frameIndex';
import { useFrames } from './useSceneIndex';

/** The options of {@link useCull}: what counts as in view, of which index and for which camera. */
export interface CullOptions extends SceneCullOptions {
  /** An index that you make and keep up to date. By default the one that {@link useSceneIndex} shares, brought up to date first. */
  index?: SceneIndex | null;
  /** The camera, whose world matrix, and the ones above it, are updated first. By default the scene's own. */
  camera?: Camera | null;
}

/**
 * Calls a function before each frame is drawn, with the objects in view: `SceneIndex.cull`. Use it in the last component:
 * the callbacks of `useFrame` run in the order of the components, and the objects must have moved.
 *
 * @param onView gets the view, whose sets are valid until the next update.
 * @param options the index, the camera, and a light whose shadows count.
 * @throws TypeError for a wrong argument.
 *
 * @example
 * ```tsx
 * import { useMemo } from 'react';
 * import { VisibleInstances } from 'slabtree/three';
 * import type { InstancedMesh } from 'three';
 *
 * export function Forest({ trees }: { trees: InstancedMesh }) {
 *   const visible = useMemo(() => new VisibleInstances(trees), [trees]);
 *   useCull((view) => visible.write(view));
 *   return (
 *     <>
 *       <primitive object={trees} />
 *       <primitive object={visible} />
 *     </>
 *   );
 * }
 * ```
 */
export function useCull(onView: (view: SceneView) => void, options: CullOptions = {}): void {
  const { index: given = null, camera: seer = null, ...cullOptions } = options;
  checkCull(onView, given, seer);
  const scene = useThree((state) => state.scene);
  const index = given ?? FrameIndex.of(scene).index;
  useFrames(given === null ? FrameIndex.of(scene) : null);
  useFrame((state) => {
    const camera = seer ?? state.camera;
    if (given === null) index.update();
    // The camera may be in an object that has moved.
    camera.updateWorldMatrix(true, false);
    onView(index.cull(camera, cullOptions));
  });
}
