import { Plane, Vector3 } from 'three';
import { element } from '../site/element';

/** The sliders by their ids, and the axes along which they cut. */
const AXES = { height: new Vector3(0, 1, 0), length: new Vector3(1, 0, 0), depth: new Vector3(0, 0, 1) };

/** A plane for each slider. What is farther along its axis is cut away. */
export function sectionPlanes(moved: () => void): Plane[] {
  return Object.entries(AXES).map(([id, axis]) => {
    const slider = element(id, HTMLInputElement);
    const plane = new Plane(axis.clone().negate());
    const cut = () => {
      plane.constant = slider.valueAsNumber;
      element(`${id}-value`, HTMLOutputElement).value = slider.value === slider.max ? 'whole' : `${slider.value} m`;
      moved();
    };
    slider.addEventListener('input', cut);
    cut();
    return plane;
  });
}
