import { createEvents, type RootState, type RootStore } from '@react-three/fiber';
import type { Object3D } from 'three';

/**
 * All that slabtree/react knows of the inside of react-three-fiber 9: its list of objects with handlers, the store of an object, and
 * its handler of moves.
 */

/** An event of the page. The package is compiled without the types of pages. */
export type PageEvent = object;

type MoveHandler = (event: PageEvent) => void;

/** What this file calls and sets of the events of a root. */
interface RootEvents {
  readonly connected?: unknown;
  readonly handlers?: { readonly onPointerMove?: MoveHandler };
  readonly connect?: (target: unknown) => void;
  readonly disconnect?: () => void;
  readonly compute?: (event: PageEvent, state: RootState) => void;
}

function eventsOf(store: RootStore): RootEvents {
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

/** Whether the events of an object come from a root or portal, and so by the raycaster of that. */
export function isOfStore(object: Object3D, store: RootStore): boolean {
  return (object as Object3D & { __r3f?: { root?: RootStore } }).__r3f?.root === store;
}

/** Whether a store is the one of a portal, whose events are handled by the root around it. */
export function isPortal(store: RootStore): boolean {
  return store.getState().previousRoot !== undefined;
}

/** By a handler of moves that has been undone, the handler before it. Handlers that were set later may still call it. */
const undone = new WeakMap<MoveHandler, MoveHandler>();

/**
 * Makes moves of the pointer loop over some of the objects with handlers, not over all.
 *
 * @param choose returns these objects, in the order of all. Null if react-three-fiber shall loop over all of them.
 * @returns a function that undoes it.
 */
export function narrowMoves(store: RootStore, choose: (event: PageEvent) => Object3D[] | null): () => void {
  const stock = eventsOf(store).handlers?.onPointerMove;
  if (stock === undefined) return () => undefined;
  let state = store.getState();
  const { handlePointer } = createEvents(overlay(store, { getState: () => state }));
  const move = handlePointer('onPointerMove') as MoveHandler;

  const onPointerMove: MoveHandler = (event) => {
    const interaction = undone.has(onPointerMove) ? null : choose(event);
    if (interaction === null) {
      stock(event);
      return;
    }
    const below = store.getState();
    // react-three-fiber loops over this list in its state. Everything else is read from the state itself.
    state = overlay(below, { internal: overlay(below.internal, { interaction }) });
    move(event);
  };
  setMoveHandler(store, onPointerMove);
  return () => {
    undone.set(onPointerMove, stock);
    if (eventsOf(store).handlers?.onPointerMove !== onPointerMove) return;
    let before = stock;
    for (let next = undone.get(before); next !== undefined; next = undone.get(before)) before = next;
    setMoveHandler(store, before);
  };
}

function setMoveHandler(store: RootStore, onPointerMove: MoveHandler): void {
  const { connected, handlers, disconnect } = eventsOf(store);
  // The listeners of the page are the handlers themselves, so they are connected anew.
  if (connected) disconnect?.();
  store.setState(({ events }) => ({ events: { ...events, handlers: { ...handlers, onPointerMove } as never } }));
  if (connected) eventsOf(store).connect?.(connected);
}

/** Sets the ray of a root from an event, as react-three-fiber does before it loops over objects. */
export function aim(store: RootStore, event: PageEvent): void {
  eventsOf(store).compute?.(event, store.getState());
}

/** Returns an object that inherits from another, with some properties of its own. Faster than a copy. */
function overlay<Below extends object>(below: Below, own: Partial<Below>): Below {
  return Object.assign(Object.create(below) as Below, own);
}
