import { DoubleSide, type Material, type Mesh, MeshLambertMaterial } from 'three';
import { themeColor } from '../site/themeColor';

/** The selected parts. They are red. */
export class Selection {
  readonly #own = new Map<Mesh, Material | Material[]>();
  readonly #red = new MeshLambertMaterial({ side: DoubleSide });

  get parts(): Mesh[] {
    return [...this.#own.keys()];
  }

  set(parts: Iterable<Mesh>): void {
    for (const [part, material] of this.#own) part.material = material;
    this.#own.clear();
    for (const part of new Set(parts)) {
      this.#own.set(part, part.material);
      part.material = this.#red;
    }
  }

  add(parts: Iterable<Mesh>): void {
    this.set([...this.parts, ...parts]);
  }

  toggle(part: Mesh): void {
    this.set(this.#own.has(part) ? this.parts.filter((other) => other !== part) : [...this.parts, part]);
  }

  paint(): void {
    this.#red.color = themeColor('hit');
    this.#red.emissive = themeColor('hit').multiplyScalar(0.4);
  }
}
