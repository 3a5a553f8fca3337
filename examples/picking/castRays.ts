import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { type Hit, type Ray, rayPointAt } from 'slabtree';
import { themeColor } from '../site/themeColor';

/** The drawn length of a ray that hits nothing. */
const FAR = 60;

/** The rays cast so far: red up to the box that they hit, blue if they hit none. */
export class CastRays extends LineSegments2 {
  readonly #rays: { ray: Ray; hit: Hit | null }[] = [];

  constructor() {
    // Drawn after the boxes: transparent faces would tint the rays.
    super(new LineSegmentsGeometry(), new LineMaterial({ linewidth: 2.5, vertexColors: true, transparent: true }));
    this.renderOrder = 1;
    this.visible = false;
  }

  get howMany(): number {
    return this.#rays.length;
  }

  cast(ray: Ray, hit: Hit | null): void {
    this.#rays.push({ ray, hit });
    this.paint();
  }

  paint(): void {
    const positions: number[] = [];
    const colors: number[] = [];
    for (const { ray, hit } of this.#rays) {
      const end = hit?.point ?? rayPointAt(ray, FAR);
      positions.push(ray.origin.x, ray.origin.y, ray.origin.z, end.x, end.y, end.z);
      const color = themeColor(hit ? 'hit' : 'miss').toArray();
      colors.push(...color, ...color);
    }
    // A buffer cannot grow. More rays need a new one.
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry().setPositions(positions).setColors(colors);
  }
}
