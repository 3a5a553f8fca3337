import { createEvents, type EventManager, events, type RootState, type RootStore } from '@react-three/fiber';
import type { Object3D } from 'three';
import { FiberRaycaster } from './IndexedEvents';

/** Moves of the pointer go through the objects under it, not through all that have handlers. */
export function movesByIndex(store: RootStore): EventManager<HTMLElement> {
  const manager = events(store);
  let state = store.getState();
  const { handlePointer } = createEvents(Object.assign(Object.create(store) as RootStore, { getState: () => state }));
  const move = handlePointer('onPointerMove');

  const onPointerMove = (event: PointerEvent) => {
    state = store.getState();
    state.events.compute?.(event, state);
    // What react-three-fiber goes through is a list in its state.
    state = { ...state, internal: { ...state.internal, interaction: objectsUnderPointer(state) } };
    move(event);
  };
  return Object.assign(manager, { handlers: { ...manager.handlers, onPointerMove } });
}

/** The objects with handlers that the pointer's ray may hit, in the order of react-three-fiber. */
function objectsUnderPointer({ raycaster, internal: { interaction } }: RootState): Object3D[] {
  if (!(raycaster instanceof FiberRaycaster)) return interaction;
  const objects = [...raycaster.hitObjects(), ...raycaster.inPortals];
  const places = new Set(objects.map((object) => interaction.indexOf(object)));
  return [...places].sort((a, b) => a - b).flatMap((place) => interaction[place] ?? []);
}
