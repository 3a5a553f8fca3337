import { useFrame, useStore, useThree } from '@react-three/fiber';
import { useLayoutEffect, useRef } from 'react';
import type { SceneIndex } from 'slabtree/three';
import { checkProps } from './check';
import { EventIndex } from './eventIndex';
import { missingIn } from './fiberEvents';

/** The props of {@link IndexedEvents}: which index is used, and for which events. */
export interface IndexedEventsProps {
  /**
   * An index that you make and keep up to date: by `useSceneIndex`, for example, or of a group that has most of the objects. It is
   * always used. By default, the component makes an index of the scene if that is faster, and updates it after each frame.
   */
  index?: SceneIndex | null;
  /** Whether moves of the pointer loop over the objects under it, not over all objects with handlers. True by default. */
  moves?: boolean;
  /** Whether the index is used at all. True by default. If false, everything is as without this component. */
  enabled?: boolean;
}

/**
 * Makes react-three-fiber find the objects under the pointer by an index. Put it anywhere in the `<Canvas>`, and into each portal
 * that has many objects. Events, their order, bubbling and `stopPropagation` stay as they are.
 *
 * - Between two frames, hits belong to the last frame, which the user sees.
 * - It steps aside where it cannot gain: as long as a move of the pointer visits fewer than about 1,000 objects, or 20,000 triangles,
 *   or if the scene has more than twice as many visible objects as a move visits.
 * - Unmounting restores everything.
 *
 * @throws TypeError if a prop is wrong.
 *
 * @example
 * ```tsx
 * import { Canvas } from '@react-three/fiber';
 *
 * export function App() {
 *   return (
 *     <Canvas>
 *       <mesh onClick={({ object }) => console.log(object.name)} />
 *       <IndexedEvents />
 *     </Canvas>
 *   );
 * }
 * ```
 */
export function IndexedEvents({ index = null, moves = true, enabled = true }: IndexedEventsProps): null {
  checkProps(index, moves, enabled);
  const store = useStore();
  const scene = useThree((state) => state.scene);
  const raycaster = useThree((state) => state.raycaster);
  const events = useRef<EventIndex | null>(null);
  useLayoutEffect(() => {
    if (!enabled || !isKnown(missingIn(store))) return undefined;
    // It installs the index on the raycaster, and replaces the handler of moves: see replaceMoveHandler.ts.
    const made = new EventIndex(store, scene, raycaster, index, moves);
    events.current = made;
    return () => {
      made.end();
      events.current = null;
    };
  }, [store, scene, raycaster, index, moves, enabled]);
  useFrame(() => {
    events.current?.noteFrame();
  });
  return null;
}

let hasWarned = false;

/** Whether nothing is missing in react-three-fiber. Warns once if something is. */
function isKnown(missing: string | null): boolean {
  if (missing === null || hasWarned) return missing === null;
  hasWarned = true;
  console.warn(
    `slabtree/react: IndexedEvents knows react-three-fiber 9, and this version has no ${missing}. Events come without the index. ` +
      'Install @react-three/fiber 9, or a later slabtree.',
  );
  return false;
}
