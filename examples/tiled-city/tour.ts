import { CurvePath, LineCurve3, type PerspectiveCamera, QuadraticBezierCurve3, Vector3 } from 'three';
import { BLOCK_BOXES, PITCH, STREET } from './city/cityBlock';

/** Metres a second. */
const SPEED = 28;
/** How far ahead the camera looks, in metres. */
const AHEAD = 30;
/** A turn begins so far before the crossing, in metres. It does not leave the street. */
const ROUND = 24;
/** The tour goes no farther out, in blocks. */
const FARTHEST = 20;

/** The crossings of the tour, which is a figure of eight through the middle of the city. */
const CROSSINGS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;

/** A flight along the streets, round and round. */
export class Tour {
  readonly #way: CurvePath<Vector3>;
  readonly #length: number;
  /** In metres from the beginning. */
  #gone = 0;

  /** @param boxes of the whole city. */
  constructor(boxes: number) {
    const blocks = Math.floor(Math.sqrt(boxes / BLOCK_BOXES) / 2) - 1;
    this.#way = wayThrough(Math.min(Math.max(blocks, 1), FARTHEST));
    this.#length = this.#way.getLength();
  }

  /** Flies on, and puts a camera there. */
  step(seconds: number, camera: PerspectiveCamera): void {
    this.#gone = (this.#gone + SPEED * seconds) % this.#length;
    camera.position.copy(this.#at(this.#gone));
    camera.lookAt(this.#at(this.#gone + AHEAD));
  }

  #at(metres: number): Vector3 {
    const point = this.#way.getPointAt((metres % this.#length) / this.#length);
    // Up and down, three times in a round.
    point.y = 34 + 18 * Math.sin((6 * Math.PI * metres) / this.#length);
    return point;
  }
}

/** @param blocks between two turns. */
function wayThrough(blocks: number): CurvePath<Vector3> {
  const way = new CurvePath<Vector3>();
  const corners = CROSSINGS.map(
    ([column, row]) => new Vector3(middleOfStreet(column * blocks), 0, middleOfStreet(row * blocks)),
  );
  corners.forEach((corner, i) => {
    const last = corners[(i + corners.length - 1) % corners.length];
    const next = corners[(i + 1) % corners.length];
    const before = towards(corner, last);
    const after = towards(corner, next);
    way.add(new QuadraticBezierCurve3(before, corner, after));
    way.add(new LineCurve3(after, towards(next, corner)));
  });
  return way;
}

function towards(from: Vector3, to: Vector3): Vector3 {
  return to.clone().sub(from).setLength(ROUND).add(from);
}

function middleOfStreet(block: number): number {
  return PITCH * (block - 0.5) + STREET / 2;
}
