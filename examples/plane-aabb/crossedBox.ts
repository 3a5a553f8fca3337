import { Group } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Aabb, Plane, Side, Vec3 } from 'slabtree';
import { BoxPicture } from '../site/boxPicture';
import { PointLabel } from '../site/pointLabel';
import type { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { section } from './section';

/** A box in the picture, the outline of the plane's cut through it, and its row in the table. */
export class CrossedBox extends Group {
  readonly box: Aabb;
  readonly row = document.createElement('tr');
  readonly #picture: BoxPicture;
  readonly #outline = new Line2(new LineGeometry(), new LineMaterial({ linewidth: 3, transparent: true }));
  readonly #label: PointLabel;
  readonly #side: HTMLTableCellElement;

  constructor(stage: Stage, box: Aabb, name: string) {
    super();
    this.box = box;
    this.#picture = new BoxPicture(box);
    this.#label = new PointLabel(stage, name);
    this.#outline.renderOrder = 1;
    this.add(this.#picture, this.#outline);
    const heading = document.createElement('th');
    heading.scope = 'row';
    heading.textContent = name;
    this.row.append(heading);
    this.row.insertCell().textContent = inWords(box.min);
    this.row.insertCell().textContent = inWords(box.max);
    this.#side = this.row.insertCell();
  }

  show(plane: Plane, side: Side): void {
    const name = side === 0 ? 'hit' : 'miss';
    const color = themeColor(name);
    this.#picture.paint(color);
    this.#label.show(this.box.max, color.getStyle());
    this.row.className = name;
    this.#side.textContent = side === 0 ? 'crossing' : side === 1 ? 'in front' : 'behind';
    const outline = section(this.box, plane);
    // A plane that only touches an edge or a corner cuts no outline.
    this.#outline.visible = outline.length > 2;
    if (!this.#outline.visible) return;
    this.#outline.material.color = themeColor('accent');
    this.#outline.geometry.dispose();
    this.#outline.geometry = new LineGeometry();
    this.#outline.geometry.setPositions([...outline, outline[0]].flatMap((point) => point.toArray()));
  }
}

function inWords({ x, y, z }: Vec3): string {
  return `${x}, ${y}, ${z}`;
}
