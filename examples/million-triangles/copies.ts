import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import { seededRandom } from '../site/seededRandom';

/** Each copy takes the area of a disc with this radius. */
const SPACING = 1.75;

/** The angle between two seeds of a sunflower. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Places copies in a disc like the seeds of a sunflower: 16 numbers a copy. They are the same each time. */
export function placeCopies(count: number): Float32Array {
  const random = seededRandom(3);
  const matrices = new Float32Array(16 * count);
  const [matrix, position, rotation, scale] = [new Matrix4(), new Vector3(), new Quaternion(), new Vector3()];
  for (let copy = 0; copy < count; copy++) {
    const radius = SPACING * Math.sqrt(copy + 0.5);
    const angle = GOLDEN_ANGLE * copy;
    position.set(radius * Math.cos(angle), 2 * Math.cos(radius / 12), radius * Math.sin(angle));
    rotation.set(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    scale.setScalar(0.6 + 0.4 * random());
    matrix.compose(position, rotation, scale).toArray(matrices, 16 * copy);
  }
  return matrices;
}

/** Soft colors all around the circle, from the middle of the disc outward. */
export function colorOfCopy(copy: number, count: number): Color {
  return new Color().setHSL(Math.sqrt(copy / count) * 0.85 + 0.02, 0.45, 0.68);
}
