import { createRoot, type EventManager, events, type RootState, type RootStore } from '@react-three/fiber';
import { act, type ReactNode } from 'react';
import type { Camera, Raycaster, Scene } from 'three';

/** The width and the height of the picture. */
export const SIZE = 400;

/** What a root draws on, and where its events come from. */
export interface FiberSurface {
  readonly canvas: object;
  readonly renderer: object;
  /** What react-three-fiber listens to. */
  readonly target: object;
  /** Sends an event, by the name of its handler, to a place of the picture in pixels. */
  fire(name: string, x: number, y: number): void;
}

/** A root of react-three-fiber, for tests that set `IS_REACT_ACT_ENVIRONMENT`, as React asks of them. */
export class FiberRoot {
  readonly #surface: FiberSurface;
  readonly #events: (store: RootStore) => EventManager<HTMLElement>;
  readonly #root;
  #store: RootStore | undefined;
  #isConnected = false;
  #time = 0;

  constructor(surface = withoutPage(), eventsOf = events) {
    this.#surface = surface;
    this.#events = eventsOf;
    this.#root = createRoot(surface.canvas as never);
  }

  /** @param raycaster what `<Canvas>` gets as `raycaster`. */
  async render(content: ReactNode, raycaster: Partial<Raycaster> = {}): Promise<void> {
    await this.#root.configure({
      raycaster,
      gl: () => this.#surface.renderer as never,
      events: this.#events,
      frameloop: 'never',
      size: { width: SIZE, height: SIZE, top: 0, left: 0 },
      camera: { position: [0, 0, 12], fov: 50 },
    });
    await act(async () => {
      const store = this.#root.render(content);
      this.#store = store;
      if (!this.#isConnected) this.state.events.connect?.(this.#surface.target);
      this.#isConnected = true;
      return Promise.resolve(store);
    });
  }

  /** The state of react-three-fiber as it is now, after the first render. */
  get state(): RootState {
    return this.#present.getState();
  }

  /** Sets a part of the state. */
  async set(part: Partial<RootState>): Promise<void> {
    await act(async () => {
      this.#present.setState(part);
      return Promise.resolve();
    });
  }

  get #present(): RootStore {
    if (this.#store === undefined) throw new Error('the root must have been rendered');
    return this.#store;
  }

  /** Draws one frame. */
  frame(): void {
    this.state.advance(this.#time++, true);
  }

  /** Sends an event, by the name of its handler. The place is from 0 to 1. */
  fire(name: string, x: number, y: number): void {
    this.#surface.fire(name, x * SIZE, y * SIZE);
  }

  async unmount(): Promise<void> {
    await act(async () => {
      this.#root.unmount();
      return Promise.resolve();
    });
  }
}

/** Its renderer draws nothing, but updates matrices, as any renderer does. */
function withoutPage(): FiberSurface {
  const listeners = new Map<string, (event: object) => void>();
  const captures = { setPointerCapture: () => undefined, releasePointerCapture: () => undefined };
  return {
    canvas: canvas(),
    renderer: renderer(),
    target: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      removeEventListener: (type: string) => listeners.delete(type),
    },
    fire: (name, offsetX, offsetY) => {
      const event = { type: name, offsetX, offsetY, pointerId: 1, target: captures };
      listeners.get(eventType(name))?.(event);
    },
  };
}

/** The type of the event that react-three-fiber has a handler for. */
export function eventType(name: string): string {
  return name === 'onDoubleClick' ? 'dblclick' : name.slice(2).toLowerCase();
}

function canvas(): object {
  return Object.assign(new EventTarget(), { width: SIZE, height: SIZE, style: {} });
}

function renderer(): object {
  return {
    domElement: canvas(),
    shadowMap: {},
    xr: { addEventListener: () => undefined, removeEventListener: () => undefined },
    setPixelRatio: () => undefined,
    setSize: () => undefined,
    dispose: () => undefined,
    render: (scene: Scene, camera: Camera) => {
      scene.updateMatrixWorld();
      camera.updateMatrixWorld();
    },
  };
}
