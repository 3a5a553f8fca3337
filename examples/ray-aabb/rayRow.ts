import type { Ray, Vec3 } from 'slabtree';
import type { RayHit } from './rays';

/** The row of a ray in the table. Its origin and its direction are buttons. With the focus, keys move that end. */
export class RayRow {
  readonly row = document.createElement('tr');
  readonly origin: HTMLButtonElement;
  readonly direction: HTMLButtonElement;
  readonly #number: number;
  readonly #t: HTMLTableCellElement;
  readonly #point: HTMLTableCellElement;

  constructor(number: number) {
    this.#number = number;
    const heading = document.createElement('th');
    heading.scope = 'row';
    heading.textContent = String(number);
    this.row.append(heading);
    this.origin = this.#addButton();
    this.direction = this.#addButton();
    this.#t = this.row.insertCell();
    this.#point = this.row.insertCell();
  }

  show(ray: Ray, hit: RayHit | null): void {
    this.row.className = hit ? 'hit' : 'miss';
    this.origin.textContent = inWords(ray.origin);
    this.direction.textContent = inWords(ray.direction);
    this.origin.ariaLabel = `Origin of ray ${this.#number}: ${inWords(ray.origin)}`;
    this.direction.ariaLabel = `Direction of ray ${this.#number}: ${inWords(ray.direction)}`;
    this.#t.textContent = hit ? short(hit.t) : 'miss';
    this.#point.textContent = hit ? inWords(hit.point) : '';
  }

  #addButton(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    this.row.insertCell().append(button);
    return button;
  }
}

function inWords({ x, y, z }: Vec3): string {
  return `${short(x)}, ${short(y)}, ${short(z)}`;
}

/** At most two decimals. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
