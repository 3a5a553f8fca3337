import { createEvents, type EventManager, events, type RootState, type RootStore } from '@react-three/fiber';
import type { Object3D } from 'three';
import { indexedRays } from './IndexedEvents';

/** Moves of the pointer loop over the objects under it, not over all objects with handlers. */
export function movesByIndex(store: RootStore): EventManager<HTMLElement> {
  const manager = events(store);
  let state = store.getState();
  const { handlePointer } = createEvents(overlay(store, { getState: () => state }));
  const move = handlePointer('onPointerMove');

  const onPointerMove = (event: PointerEvent) => {
    const below = store.getState();
    below.events.compute?.(event, below);
    // react-three-fiber loops over this list in its state. Everything else is read from the state itself.
    const internal = overlay(below.internal, { interaction: objectsUnderPointer(below) });
    state = overlay(below, { internal });
    move(event);
  };
  return Object.assign(manager, { handlers: { ...manager.handlers, onPointerMove } });
}

/** The objects with handlers that the pointer's ray may hit, in the order of react-three-fiber. */
function objectsUnderPointer({ raycaster, internal: { interaction } }: RootState): Object3D[] {
  const indexed = indexedRays.get(raycaster);
  if (indexed === undefined) return interaction;
  const objects = [...indexed.rays.hitObjects(), ...indexed.inPortals];
  const places = new Set(objects.map((object) => interaction.indexOf(object)));
  return [...places].sort((a, b) => a - b).flatMap((place) => interaction[place] ?? []);
}

/** Returns an object that inherits from another, with some properties of its own. Faster than a copy. */
function overlay<Below extends object>(below: Below, own: Partial<Below>): Below {
  return Object.assign(Object.create(below) as Below, own);
}
