import { createRoot, events, type RootState } from '@react-three/fiber';
import { act, type ReactNode } from 'react';
import type { Camera, Scene } from 'three';

const SIZE = 400;

/**
 * A root of react-three-fiber without a page, for tests that set `IS_REACT_ACT_ENVIRONMENT`, as React asks of them. Its renderer draws
 * nothing, but updates matrices, as any renderer does.
 */
export class FiberRoot {
  readonly #root = createRoot(canvas() as never);
  #state: RootState | undefined;
  #time = 0;

  async render(content: ReactNode): Promise<void> {
    await this.#root.configure({
      gl: renderer() as never,
      events,
      frameloop: 'never',
      size: { width: SIZE, height: SIZE, top: 0, left: 0 },
      camera: { position: [0, 0, 12], fov: 50 },
    });
    await act(async () => {
      const store = this.#root.render(content);
      this.#state = store.getState();
      return Promise.resolve(store);
    });
  }

  /** Draws one frame. */
  frame(): void {
    this.#state?.advance(this.#time++, true);
  }

  /** Calls react-three-fiber's listener for an event of the canvas. The place is from 0 to 1. */
  fire(name: string, x: number, y: number): void {
    const handlers = this.#state?.events.handlers as Record<string, (event: object) => void> | undefined;
    const target = { setPointerCapture: () => undefined, releasePointerCapture: () => undefined };
    handlers?.[name]({ type: name, offsetX: x * SIZE, offsetY: y * SIZE, pointerId: 1, target });
  }

  async unmount(): Promise<void> {
    await act(async () => {
      this.#root.unmount();
      return Promise.resolve();
    });
  }
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
