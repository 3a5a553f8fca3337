import type { Pointer } from 'slabtree';
import { pointerOn } from '../site/pointer';

/** A finger or mouse that moves more than this many pixels draws. */
const SLIP = 5;

export interface LassoHandlers {
  /** Whether a drag draws now. */
  isOn(): boolean;
  /** The lasso has at least three corners, and has changed. */
  drawn(corners: readonly Pointer[], isAdding: boolean): void;
}

/** A polygon that a drag draws over the picture, or clicks, corner by corner. A second finger ends it: it turns the view. */
export class Lasso {
  readonly #canvas: HTMLCanvasElement;
  readonly #handlers: LassoHandlers;
  readonly #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #polygon = document.createElementNS('http://www.w3.org/2000/svg', 'polygon');
  #corners: Pointer[] = [];
  #drag: { pointerId: number; from: Pointer; isDrawing: boolean } | null = null;

  constructor(canvas: HTMLCanvasElement, handlers: LassoHandlers) {
    this.#canvas = canvas;
    this.#handlers = handlers;
    this.#svg.classList.add('lasso');
    this.#svg.append(this.#polygon);
    canvas.after(this.#svg);
    canvas.addEventListener('pointerdown', this.#down, { capture: true });
    canvas.addEventListener('pointermove', this.#move);
    canvas.addEventListener('pointerup', this.#up);
    canvas.addEventListener('pointercancel', this.#end);
  }

  addCorner(corner: Pointer, isAdding: boolean): void {
    this.#corners.push(corner);
    this.#show();
    if (this.#corners.length > 2) this.#handlers.drawn(this.#corners, isAdding);
  }

  clear(): void {
    this.#corners = [];
    this.#show();
  }

  readonly #down = (event: PointerEvent): void => {
    if (!event.isPrimary) this.#end();
    if (!this.#handlers.isOn() || !event.isPrimary || event.button !== 0) return;
    const { pointerId } = event;
    this.#drag = { pointerId, from: pointerOn(this.#canvas, event), isDrawing: false };
    // The mouse must not turn the view. A finger must be known to the controls, in case a second one comes.
    if (event.pointerType !== 'touch') this.#canvas.setPointerCapture(pointerId);
  };

  readonly #move = (event: PointerEvent): void => {
    if (this.#drag?.pointerId !== event.pointerId) return;
    const to = pointerOn(this.#canvas, event);
    const { from } = this.#drag;
    if (!this.#drag.isDrawing) {
      if (Math.hypot(to.x - from.x, to.y - from.y) <= SLIP) return;
      this.#drag.isDrawing = true;
      this.#corners = [from];
    }
    this.#corners.push(to);
    this.#show();
  };

  readonly #up = (event: PointerEvent): void => {
    if (this.#drag?.pointerId !== event.pointerId) return;
    const { isDrawing } = this.#drag;
    this.#drag = null;
    if (!isDrawing) return;
    const corners = this.#corners;
    this.clear();
    if (corners.length > 2) this.#handlers.drawn(corners, event.shiftKey);
  };

  readonly #end = (): void => {
    if (this.#drag?.isDrawing === true) this.clear();
    this.#drag = null;
  };

  #show(): void {
    this.#polygon.setAttribute('points', this.#corners.map(({ x, y }) => `${x},${y}`).join(' '));
  }
}
