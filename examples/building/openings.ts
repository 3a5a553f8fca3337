import { ExtrudeGeometry, Path, Shape, type BufferGeometry } from 'three';

/** From one corner to the other, in meters. */
export interface Opening {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A plate with openings. It stands on y = 0, from x = 0 on, and is centered on z = 0. */
export function plate(length: number, height: number, thickness: number, openings: readonly Opening[]): BufferGeometry {
  const shape = outline(new Shape(), { left: 0, bottom: 0, right: length, top: height });
  shape.holes = openings.map((opening) => outline(new Path(), opening));
  const geometry = new ExtrudeGeometry(shape, { depth: thickness, bevelEnabled: false });
  return geometry.translate(0, 0, -thickness / 2);
}

function outline<Line extends Path>(path: Line, { left, bottom, right, top }: Opening): Line {
  path.moveTo(left, bottom).lineTo(right, bottom).lineTo(right, top).lineTo(left, top).closePath();
  return path;
}
