import { BufferGeometry, type Intersection, LineBasicMaterial, LineLoop, type Mesh, Vector3 } from 'three';
import { themeColor } from '../site/themeColor';

/** The edge of a triangle of a mesh, as bones have placed it, and a spike along its normal. */
export class Marker extends LineLoop<BufferGeometry, LineBasicMaterial> {
  readonly #points = Array.from({ length: 6 }, () => new Vector3());

  constructor() {
    // Drawn after everything else, and over it.
    super(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
    this.geometry.setFromPoints(this.#points);
    this.frustumCulled = false;
    this.renderOrder = 1;
  }

  paint(): void {
    this.material.color = themeColor('hit');
  }

  /** @param size the length of the spike. */
  show(mesh: Mesh, { face, point }: Intersection, size: number): void {
    this.visible = face !== null && face !== undefined;
    if (face === null || face === undefined) return;
    const points = this.#points;
    [face.a, face.b, face.c].forEach((vertex, k) => {
      mesh.getVertexPosition(vertex, points[k]).applyMatrix4(mesh.matrixWorld);
    });
    points[3].copy(points[0]);
    points[4].copy(point);
    points[5].copy(face.normal).transformDirection(mesh.matrixWorld).multiplyScalar(size).add(point);
    this.geometry.setFromPoints(points);
  }
}
