import { createEvents, type RootStore } from '@react-three/fiber';
import type { Object3D } from 'three';
import { eventsOf, type MoveHandler, type PageEvent } from './fiberEvents';

/**
 * The handlers that were taken out again, each with the handler that it had replaced. A handler that was set later may still call a
 * handler that was taken out.
 */
const undone = new WeakMap<MoveHandler, MoveHandler>();

/**
 * Replaces the handler with which react-three-fiber handles moves of the pointer. The new handler loops over some of the objects with
 * handlers, where react-three-fiber loops over all of them. Both call the same code of react-three-fiber for each object.
 *
 * @param choose returns the objects to loop over, in react-three-fiber's order. Null if the new handler must loop over all.
 * @returns a function that puts the replaced handler back.
 */
export function replaceMoveHandler(store: RootStore, choose: (event: PageEvent) => Object3D[] | null): () => void {
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

/** Returns an object that inherits from another, with some properties of its own. Faster than a copy. */
function overlay<Below extends object>(below: Below, own: Partial<Below>): Below {
  return Object.assign(Object.create(below) as Below, own);
}
