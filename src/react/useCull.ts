import { useFrame } from '@react-three/fiber';
import type { SceneCullOptions, SceneIndex, SceneView } from 'slabtree/three';
import type { Camera } from 'three';
import { checkCull } from './check';
import { useFrameIndex } from './useSceneIndex';

/** The options of {@link useCull}: what counts as in view, of which index and for which camera. */
export interface CullOptions extends SceneCullOptions {
  /** An index that you make and keep up to date. By default the one that {@link useSceneIndex} shares, brought up to date first. */
  index?: SceneIndex | null;
  /** The camera, whose world matrix is updated first. By default the scene's own. */
  camera?: Camera | null;
}

/**
 * Calls a function before each frame is drawn, with the objects in view: `SceneIndex.cull`. Use it in the last component:
 * the callbacks of `useFrame` run in the order of the components, and the objects must have moved.
 *
 * @param onView gets the view, whose sets are valid until the next update.
 * @throws TypeError for a wrong argument.
 *
 * @example
 * ```tsx
 * const trees = useMemo(() => new VisibleInstances(forest), [forest]);
 * useCull((view) => trees.write(view));
 * return (
 *   <>
 *     <primitive object={forest} />
 *     <primitive object={trees} />
 *   </>
 * );
 * ```
 */
export function useCull(onView: (view: SceneView) => void, options: CullOptions = {}): void {
  const { index: given = null, camera: seer = null, ...cullOptions } = options;
  checkCull(onView, given, seer);
  const { index: shared } = useFrameIndex();
  useFrame((state) => {
    const index = given ?? shared;
    const camera = seer ?? state.camera;
    if (given === null) index.update();
    camera.updateMatrixWorld();
    onView(index.cull(camera, cullOptions));
  });
}
