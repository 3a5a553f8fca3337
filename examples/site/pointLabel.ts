import { Vector3 } from 'three';
import type { Vec3 } from 'slabtree';
import type { Stage } from './stage';

/** A word at a point of the picture. */
export class PointLabel {
  readonly #stage: Stage;
  readonly #label = document.createElement('span');
  readonly #point = new Vector3();

  constructor(stage: Stage, text: string) {
    this.#stage = stage;
    this.#label.className = 'label';
    this.#label.textContent = text;
    // The panel says the same in words.
    this.#label.ariaHidden = 'true';
    stage.canvas.after(this.#label);
    stage.beforeFrame(() => {
      this.#place();
    });
  }

  /** A label without a text is not shown. */
  set text(text: string) {
    this.#label.textContent = text;
  }

  show(point: Vec3, color: string): void {
    this.#point.copy(point);
    this.#label.style.color = color;
  }

  #place(): void {
    const { x, y, z } = this.#point.clone().project(this.#stage.camera);
    this.#label.style.left = `${50 * (1 + x)}%`;
    this.#label.style.top = `${50 * (1 - y)}%`;
    // Hidden beyond the far plane and behind the camera.
    this.#label.hidden = z > 1 || this.#label.textContent === '';
  }
}
