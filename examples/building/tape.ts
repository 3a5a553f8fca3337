import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
  type Vector3,
} from 'three';
import { PointLabel } from '../site/pointLabel';
import type { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';

/** A line between two points, with its length. Its free end is where the pointer snaps to. */
export class Tape extends Group {
  readonly #line = new Line(new BufferGeometry(), new LineBasicMaterial({ depthTest: false }));
  readonly #points = new Points(
    this.#line.geometry,
    new PointsMaterial({ size: 9, sizeAttenuation: false, depthTest: false }),
  );
  readonly #label: PointLabel;
  #ends: Vector3[] = [];

  constructor(stage: Stage) {
    super();
    this.#label = new PointLabel(stage, '');
    this.add(this.#line, this.#points);
    this.follow(null);
  }

  /** Shows where the pointer snaps to. Returns the length so far; null without two points. */
  follow(point: Vector3 | null): number | null {
    const points = point !== null && this.#ends.length < 2 ? [...this.#ends, point] : this.#ends;
    this.visible = points.length > 0;
    // A buffer cannot grow.
    this.#line.geometry.dispose();
    const positions = new Float32BufferAttribute(
      points.flatMap((each) => each.toArray()),
      3,
    );
    this.#line.geometry = new BufferGeometry().setAttribute('position', positions);
    this.#points.geometry = this.#line.geometry;
    const [from, to] = points;
    const length = points.length < 2 ? null : from.distanceTo(to);
    this.#label.text = length === null ? '' : `${length.toFixed(3)} m`;
    if (length !== null) this.#label.show(from.clone().lerp(to, 0.5), '');
    return length;
  }

  /** Sets an end. After two, the next one begins anew. */
  set(point: Vector3): number | null {
    this.#ends = this.#ends.length < 2 ? [...this.#ends, point] : [point];
    return this.follow(null);
  }

  reset(): void {
    this.#ends = [];
    this.follow(null);
  }

  paint(): void {
    this.#line.material.color = themeColor('hit');
    this.#points.material.color = themeColor('hit');
  }
}
