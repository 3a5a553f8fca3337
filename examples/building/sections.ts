import { Plane, Vector3 } from 'three';
import { element } from '../site/element';

/** The sliders by their ids, and the axes along which they cut. */
const AXES = { height: new Vector3(0, 1, 0), length: new Vector3(1, 0, 0), depth: new Vector3(0, 0, 1) };

/** A plane with its slider. What is farther along its axis is cut away. */
export interface Section {
  readonly plane: Plane;
  /** @param place along the axis, in metres. */
  cutAt(place: number): void;
}

/** Returns a section for each slider: by height, by length and by depth. */
export function makeSections(moved: () => void): Section[] {
  return Object.entries(AXES).map(([id, axis]) => {
    const slider = element(id, HTMLInputElement);
    const plane = new Plane(axis.clone().negate());
    const cutAt = (place: number) => {
      slider.valueAsNumber = place;
      plane.constant = slider.valueAsNumber;
      element(`${id}-value`, HTMLOutputElement).value = slider.value === slider.max ? 'whole' : `${slider.value} m`;
      moved();
    };
    slider.addEventListener('input', () => {
      cutAt(slider.valueAsNumber);
    });
    cutAt(slider.valueAsNumber);
    return { plane, cutAt };
  });
}
