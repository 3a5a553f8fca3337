import { ConeGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { type Ray, rayPointAt } from 'slabtree';
import { PointLabel } from '../site/pointLabel';
import type { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import type { RayHit } from './rays';

/** The drawn length of a ray, in world units. It goes out of the picture, or nearly to its vanishing point. */
const FAR = 500;

/** The size of the ends on screen, in pixels, and of the end that the keyboard moves. */
const END_SIZE = 7;
const FOCUSED_END_SIZE = 11;

const UP = new Vector3(0, 1, 0);

/** One ray in the picture: its origin, a shaft to the tip of its direction, and a thin line for the rest. */
export class RayPicture extends Group {
  readonly origin: Mesh;
  readonly tip: Mesh;
  /** The end that the keyboard moves. */
  focusedEnd: Mesh | null = null;
  readonly #hit: Mesh;
  readonly #shaft: Line2;
  readonly #rest: Line2;
  readonly #behind: Line2;
  readonly #material = new MeshBasicMaterial({ transparent: true });
  readonly #thick = new LineMaterial({ linewidth: 4, transparent: true });
  readonly #thin = new LineMaterial({ linewidth: 1.5, transparent: true, opacity: 0.6 });
  readonly #hitMaterial = new MeshBasicMaterial({ depthTest: false, transparent: true });
  readonly #label: PointLabel;
  readonly #stage: Stage;

  constructor(stage: Stage, name: string) {
    super();
    this.#stage = stage;
    this.#label = new PointLabel(stage, name);
    this.origin = new Mesh(new SphereGeometry(1, 24, 16), this.#material);
    this.tip = new Mesh(new ConeGeometry(1.1, 2.8, 24), this.#material);
    this.#hit = new Mesh(new SphereGeometry(0.8, 24, 16), this.#hitMaterial);
    this.#shaft = new Line2(new LineGeometry(), this.#thick);
    this.#rest = new Line2(new LineGeometry(), this.#thin);
    this.#behind = new Line2(new LineGeometry(), this.#thin);
    this.add(this.origin, this.tip, this.#hit, this.#shaft, this.#rest, this.#behind);
    // Drawn after the box, whose faces would tint them. A hit is drawn after an end of the ray at the same place.
    for (const child of this.children) child.renderOrder = child === this.#hit ? 2 : 1;
    stage.beforeFrame(() => {
      this.#fit();
    });
  }

  show(ray: Ray, hit: RayHit | null, isLine: boolean): void {
    const direction = new Vector3().copy(ray.direction);
    const far = FAR / direction.length();
    this.origin.position.copy(ray.origin);
    this.tip.position.copy(rayPointAt(ray, 1));
    this.tip.quaternion.setFromUnitVectors(UP, direction.normalize());
    this.#hit.visible = hit !== null;
    if (hit) this.#hit.position.copy(hit.point);
    stretch(this.#shaft, ray, 0, 1);
    stretch(this.#rest, ray, 1, far);
    stretch(this.#behind, ray, -far, 0);
    this.#behind.visible = isLine;
    const color = themeColor(hit ? 'hit' : 'miss');
    for (const material of [this.#material, this.#thick, this.#thin]) material.color.copy(color);
    this.#hitMaterial.color = themeColor('ink');
    this.#label.show(rayPointAt(ray, 0.5), color.getStyle());
  }

  /** Keeps the size of the ends on screen, wherever the camera goes. */
  #fit(): void {
    for (const end of [this.origin, this.tip, this.#hit]) {
      const size = end === this.focusedEnd ? FOCUSED_END_SIZE : END_SIZE;
      end.scale.setScalar(size * this.#stage.pixelSize(end.position));
    }
  }
}

function stretch(line: Line2, ray: Ray, from: number, to: number): void {
  const [a, b] = [rayPointAt(ray, from), rayPointAt(ray, to)];
  line.geometry.setPositions([a.x, a.y, a.z, b.x, b.y, b.z]);
}
