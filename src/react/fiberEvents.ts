import { createEvents, type RootState, type RootStore } from '@react-three/fiber';
import type { Object3D } from 'three';

/**
 * All that slabtree/react relies on inside react-three-fiber 9: its list of objects with handlers, the store of an object, and the
 * events of a root. replaceMoveHandler.ts replaces one of the handlers of these events.
 */

/** An event of the page. The package is compiled without the types of pages. */
export type PageEvent = object;

/** Handles one move of the pointer: finds the objects below it, and calls their handlers. */
export type MoveHandler = (event: PageEvent) => void;

/** The properties of a root's `events` that slabtree/react calls and sets. */
export interface RootEvents {
  readonly connected?: unknown;
  readonly handlers?: { readonly onPointerMove?: MoveHandler };
  readonly connect?: (target: unknown) => void;
  readonly disconnect?: () => void;
  readonly compute?: (event: PageEvent, state: RootState) => void;
}

export function eventsOf(store: RootStore): RootEvents {
  return store.getState().events as unknown as RootEvents;
}

/** Returns what is missing in a root of react-three-fiber. Null if all is as in react-three-fiber 9. */
export function missingIn(store: RootStore): string | null {
  const state = store.getState() as Partial<RootState>;
  if (typeof createEvents !== 'function') return 'createEvents';
  if (!Array.isArray(state.internal?.interaction)) return 'internal.interaction';
  if (state.raycaster === undefined) return 'raycaster';
  return state.events === undefined ? 'events' : null;
}

/** Returns the objects of a root and its portals that have handlers. The list itself: it changes with the components. */
export function objectsWithHandlers(store: RootStore): readonly Object3D[] {
  return store.getState().internal.interaction;
}

/** Whether an object belongs to this root or portal, whose raycaster then finds the events of the object. */
export function isOfStore(object: Object3D, store: RootStore): boolean {
  return (object as Object3D & { __r3f?: { root?: RootStore } }).__r3f?.root === store;
}

/** Whether a store is the one of a portal, whose events are handled by the root around it. */
export function isPortal(store: RootStore): boolean {
  return store.getState().previousRoot !== undefined;
}

/** Sets the ray of a root from an event, as react-three-fiber does before it loops over objects. */
export function aim(store: RootStore, event: PageEvent): void {
  eventsOf(store).compute?.(event, store.getState());
}
