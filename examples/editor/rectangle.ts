/** A point of the picture, in pixels from its top left. */
export interface Point {
  x: number;
  y: number;
}

/** A part of the picture, in pixels from its top left. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The rectangle with these two opposite corners. */
export function rectangleBetween(a: Point, b: Point): Rectangle {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}
