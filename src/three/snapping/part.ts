import type { Matrix4 } from 'three';
import type { IndexedObject } from '../boxes/objectsById';
import type { BoxSource } from '../sources/boxSource';
import type { PixelSpace } from './pixelSpace';

/** An object, or an instance, that the pointer is near. */
export interface Part {
  readonly source: BoxSource;
  readonly instance: number;
  readonly owner: IndexedObject;
  readonly matrixWorld: Matrix4;
  /** The screen, for the part's own space. */
  readonly pixels: PixelSpace;
}
