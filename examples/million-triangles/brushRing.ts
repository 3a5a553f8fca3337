import type { Hit } from 'slabtree';
import { BufferGeometry, LineBasicMaterial, LineLoop, Vector3 } from 'three';
import { themeColor } from '../site/themeColor';

const CORNERS = 64;

/** A circle as large as the brush, on the triangle under the pointer. */
export class BrushRing extends LineLoop<BufferGeometry, LineBasicMaterial> {
  constructor() {
    const points = Array.from({ length: CORNERS }, (_, i) => {
      const angle = (2 * Math.PI * i) / CORNERS;
      return new Vector3(Math.cos(angle), Math.sin(angle), 0);
    });
    // Drawn after everything else, and over it.
    super(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ depthTest: false, transparent: true }));
    this.renderOrder = 1;
  }

  paint(): void {
    this.material.color = themeColor('ink');
  }

  show({ point, normal }: Hit, radius: number): void {
    this.position.copy(point);
    this.scale.setScalar(radius);
    this.lookAt(new Vector3().copy(point).add(normal));
  }
}
