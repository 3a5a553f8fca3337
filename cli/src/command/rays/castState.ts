import type { InputPlace } from '../input/inputPlace';

/** How far a cast of many rays has come. */
export interface CastState {
  /** How many rays are answered. */
  rays: number;
  /** How many bytes of hits these answers are. */
  hitBytes: number;
  /** Where in the file of rays the next ray begins. */
  place: InputPlace;
  /** Whether all rays are answered. */
  isComplete: boolean;
}
